/** 20,000, as `toLocaleString('en-US')`, whose first call loads the tables of Node for 20 ms. */
export const groupThousands = (count: number): string => {
  if (count < 1_000) return String(count)
  const rest = String(count % 1_000).padStart(3, '0')
  return `${groupThousands(Math.floor(count / 1_000))},${rest}`
}
