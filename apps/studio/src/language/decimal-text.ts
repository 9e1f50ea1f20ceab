const DECIMAL = /^-?\d+(?:\.(?<fraction>\d+))?$/

/** A decimal with all of its digits, in the signs of a language: `1.234,50`. Other texts stay as they are. */
export const formatDecimal = (text: string, language: string): string => {
  const match = DECIMAL.exec(text)
  if (match === null) return text
  const digits = match.groups?.['fraction']?.length ?? 0
  const format = new Intl.NumberFormat(language, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
  // The text has the form of a number. As a number of JavaScript, it would lose digits.
  return format.format(text as `${number}`)
}
