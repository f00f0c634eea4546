// Counts, shares and places in words.

export const many = (count, one, more = `${one}s`) => `${count} ${count === 1 ? one : more}`;

export const percent = (share) => `${(100 * share).toFixed(share > 0 && share < 0.001 ? 3 : 1)} %`;

/** @type {(place: number[]) => string} */
export const placeName = ([row, col]) => `row ${row}, column ${col}`;
