/** Whether two values of a field are equal; only lists and times need a comparison of their contents. */
export const isSame = (one: unknown, other: unknown): boolean =>
  one === other ||
  (typeof one === 'object' && typeof other === 'object' && JSON.stringify(one) === JSON.stringify(other))
