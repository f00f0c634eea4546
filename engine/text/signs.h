// What signs of boards may mean. A sign with several meanings is settled by the others of its text,
// as no two of them say the same. A question mark alone may be closed beside # or H, and a mine
// beside H.
#pragma once

#include <string_view>

namespace mw::text {

// Whole numbers that are no digit from 0 to 8, as signs beyond all characters.
constexpr char32_t kNumber = 0x200000;
constexpr int kLeastNumber = -2, kMostNumber = 11;
constexpr char32_t number_sign(int number) {
  return number >= 0 && number <= 8 ? U'0' + number : kNumber + number - kLeastNumber;
}

struct Sign {
  std::u32string_view signs;  // that are one: F and f
  std::string_view word;      // in names of notations
  std::string_view meanings;  // h closed, o open without a number, m mine, f flag
};

constexpr char32_t kNine[] = {number_sign(9), 0}, kTen[] = {number_sign(10), 0},
                   kEleven[] = {number_sign(11), 0}, kMinusOne[] = {number_sign(-1), 0},
                   kMinusTwo[] = {number_sign(-2), 0};

constexpr Sign kSigns[] = {
    {U"0", "zero", "o"},
    {U"Ff!PpWw🚩⚑⚐🏁⛳", "flag", "f"},
    {U"Mm💣💥☠✱", "mine", "m"},
    {U"#", "hash", "h"},
    {U"Hh", "letter-h", "h"},
    {U"Ee", "e", "h"},
    {U"*", "star", "mh"},
    {U"Xx", "x", "mh"},
    {U"@", "at", "mo"},
    {U"Bb", "b", "mo"},
    {U"?❓❔", "question", "hm"},
    {U".·•∙", "dot", "ho"},
    {U"-–—", "dash", "ho"},
    {U"_", "underscore", "ho"},
    {U" ", "blank", "oh"},
    {U"Oo", "letter-o", "ho"},
    {U"~", "tilde", "ho"},
    {U"█▓", "dark", "ho"},
    {U"▒░", "light", "ho"},
    {U"⬛◼■▪🔲", "black", "ho"},
    {U"⬜◻□▫🔳▢", "white", "ho"},
    {U"🟦", "blue", "ho"},
    {U"🟩", "green", "ho"},
    {U"🟨", "yellow", "ho"},
    {U"🟧", "orange", "ho"},
    {U"🟥", "red", "hom"},
    {U"🟪", "purple", "ho"},
    {U"🟫", "brown", "ho"},
    {kNine, "nine", "fmh"},
    {kTen, "ten", "mh"},
    {kEleven, "eleven", "hf"},
    {kMinusOne, "minus-one", "mh"},
    {kMinusTwo, "minus-two", "fmh"},
};

// The place in kSigns of a sign, -1 of 1 to 8, -2 of what is no sign.
constexpr int place_of(char32_t sign) {
  if (sign >= U'1' && sign <= U'8') return -1;
  for (int place = 0; place < static_cast<int>(std::size(kSigns)); ++place)
    if (kSigns[place].signs.find(sign) != std::u32string_view::npos) return place;
  return -2;
}

}  // namespace mw::text
