export interface Target {
  readonly params?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, unknown>>
}

/** `.` and `..` would name another resource, because addresses are normalized. */
const encodeSegment = (name: string, value: unknown): string => {
  const text = String(value ?? '')
  if (!text || /^\.{1,2}$/.test(text) || !text.isWellFormed())
    throw new TypeError(`params.${name}: "${text}" cannot be part of a path.`)
  return encodeURIComponent(text)
}

/** The path with its parameters, and its query. Members of the query that are undefined or null are left out. */
export const writeTarget = (path: string, { params = {}, query = {} }: Target): string => {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeSegment(name, params[name]))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null) search.set(name, String(value))
  }
  return search.size > 0 ? `${filled}?${search}` : filled
}
