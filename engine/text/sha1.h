// SHA-1 (FIPS 180-4), by which game IDs of Simon Tatham's Mines are masked.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <string>

namespace mw::text {

// The 20 bytes of the digest.
inline std::string sha1(std::string bytes) {
  const std::uint64_t bits = 8 * bytes.size();
  bytes += '\x80';
  while (bytes.size() % 64 != 56) bytes += '\0';
  for (int place = 56; place >= 0; place -= 8) bytes += static_cast<char>(bits >> place);
  std::array<std::uint32_t, 5> sum = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0};
  std::array<std::uint32_t, 80> words{};
  for (std::size_t start = 0; start < bytes.size(); start += 64) {
    for (int n = 0; n < 64; ++n)
      words[n / 4] = words[n / 4] << 8 | static_cast<std::uint8_t>(bytes[start + n]);
    for (int n = 16; n < 80; ++n)
      words[n] = std::rotl(words[n - 3] ^ words[n - 8] ^ words[n - 14] ^ words[n - 16], 1);
    auto [a, b, c, d, e] = sum;
    for (int n = 0; n < 80; ++n) {
      const std::uint32_t mixed = n < 20   ? ((b & c) | (~b & d)) + 0x5a827999
                                  : n < 40 ? (b ^ c ^ d) + 0x6ed9eba1
                                  : n < 60 ? ((b & c) | (b & d) | (c & d)) + 0x8f1bbcdc
                                           : (b ^ c ^ d) + 0xca62c1d6;
      const std::uint32_t next = std::rotl(a, 5) + mixed + e + words[n];
      e = d, d = c, c = std::rotl(b, 30), b = a, a = next;
    }
    sum = {sum[0] + a, sum[1] + b, sum[2] + c, sum[3] + d, sum[4] + e};
  }
  std::string digest;
  for (const std::uint32_t word : sum)
    for (int place = 24; place >= 0; place -= 8) digest += static_cast<char>(word >> place);
  return digest;
}

}  // namespace mw::text
