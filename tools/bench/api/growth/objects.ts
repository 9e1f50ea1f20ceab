/** The records in a value of JSON: its objects. */
const countIn = (value: unknown): number => {
  if (typeof value !== 'object' || value === null) return 0
  const inside = Object.values(value).reduce((sum: number, each) => sum + countIn(each), 0)
  return Array.isArray(value) ? inside : inside + 1
}

/** The records of a response. @throws if it has errors, which are cheap. */
export const countObjects = (body: unknown): number => {
  const { data, errors } = body as { readonly data?: object; readonly errors?: unknown }
  if (errors !== undefined) throw new Error(`A response has errors: ${JSON.stringify(errors)}`)
  return countIn(Object.values(data ?? {}))
}
