const MOST_CHARACTERS = 500
const MOST_OF_STACK = 4_000

/** A text that the database, the log and a terminal can show: without control characters, but for line breaks of a stack. */
const clean = (text: string, most: number): string =>
  text
    .slice(0, most)
    .replaceAll(/[^\P{Cc}\n]/gu, ' ')
    .toWellFormed()

/** A value that code of a team has thrown may be anything, even an object that throws when it is read. */
const readSafely = (read: () => unknown): string | null => {
  try {
    const text = read()
    return typeof text === 'string' ? text : null
  } catch {
    // There is no text to show.
    return null
  }
}

const readMember = (thrown: unknown, name: 'message' | 'stack'): string | null =>
  thrown instanceof Error ? readSafely(() => thrown[name]) : null

/** A short text about a value that a handler has thrown. */
export const describeThrown = (thrown: unknown): string => {
  const text = readMember(thrown, 'message') ?? readSafely(() => String(thrown)) ?? ''
  return text.trim() === ''
    ? 'The handler threw an error without a text.'
    : clean(text, MOST_CHARACTERS).replaceAll('\n', ' ')
}

/** An error with the texts of what a handler has thrown, and nothing else of it. */
export const copyThrown = (thrown: unknown): Error => {
  const copy = new Error(describeThrown(thrown))
  const stack = readMember(thrown, 'stack')
  if (stack !== null) copy.stack = clean(stack, MOST_OF_STACK)
  return copy
}
