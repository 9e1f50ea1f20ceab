/** What somebody typed: a value of JSON, no value, or a text that is no JSON. */
export type ReadJson = { readonly value: unknown } | { readonly problem: string }

/** An empty text is no value. */
export const readJson = (text: string): ReadJson => {
  if (text.trim() === '') return { value: null }
  try {
    return { value: JSON.parse(text) as unknown }
  } catch (error) {
    return { problem: (error as Error).message }
  }
}

/** The text of a value of JSON, with a member on each line. */
export const writeJson = (value: unknown): string =>
  value === null || value === undefined ? '' : JSON.stringify(value, null, 2)
