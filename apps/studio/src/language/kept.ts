/** What a browser remembers of the account that was last signed in, so that the first paint is right. No secret is among it. */
type Kept = 'studio locale' | 'studio theme'

/** Null if nothing is kept, and in a browser that refuses storage. */
export const readKept = (name: Kept): string | null => {
  try {
    return localStorage.getItem(name)
  } catch {
    return null
  }
}

/** Whether the browser keeps it. */
export const keep = (name: Kept, value: string): boolean => {
  try {
    localStorage.setItem(name, value)
    return true
  } catch {
    return false
  }
}
