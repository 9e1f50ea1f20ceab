type Values = Readonly<Record<string, unknown>>

const isSameObject = (one: Values, other: Values): boolean => {
  const names = Object.keys(one)
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && isSame(one[name], other[name]))
  )
}

/** Whether two values of a field are equal. JSON in the database keeps no order of members. */
export const isSame = (one: unknown, other: unknown): boolean => {
  if (one === other) return true
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false
  if (one instanceof Date || other instanceof Date)
    return one instanceof Date && other instanceof Date && one.getTime() === other.getTime()
  if (Array.isArray(one) !== Array.isArray(other)) return false
  return isSameObject(one as Values, other as Values)
}
