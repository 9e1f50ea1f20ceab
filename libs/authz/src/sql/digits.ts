/**
 * A number as a database reads it exactly. The shortest text of a large integer is another integer: 1e23 is
 * 99999999999999991611392. The shortest text of a fraction stays, because rows decode decimals in this way.
 */
export const writeNumber = <T>(value: T): T | string =>
  Number.isInteger(value) && !Number.isSafeInteger(value) ? `${BigInt(Number(value))}` : value
