/** graphql-js quotes a value after these words, and a syntax error quotes a string after its kind. */
const CONTAINER = /(?:[Ff]ound|value): (?=[{[])/
const UNQUOTED = /((?:found|value): )([^\s"]{101,})/gi
const BEFORE_STRING = /^Syntax Error: [^"]*String(?= ")/
const BEFORE_MEMBER = 'not to include unknown field "'
const SHORT_MEMBER = /^\w{1,100}"(?:, found|\. Did you mean [\w", ]{1,90}\? Found): \{/

/** The most characters that the patterns read of a message. The texts of graphql-js itself are shorter. */
const MOST_READ = 1_000
/** C2.3: the most characters of a value that a message quotes. */
const MOST_REPEATED = 100

const shorten = (text: string): string =>
  text.length > MOST_REPEATED ? `${cut(text, MOST_REPEATED)}…` : text

/** The first characters, without half of a surrogate pair at the end. */
const cut = (text: string, most: number): string =>
  text
    .slice(0, most)
    .toWellFormed()
    .replace(/\ufffd$/, '')

/** Shortens each quoted text; the last quote may be incomplete. */
const shortenQuotes = (text: string): string =>
  text.replaceAll(
    /"((?:[^"\\]|\\.)*)("|\\?$)/gs,
    (_, quoted: string, end: string) => `"${shorten(quoted)}${end}`,
  )

const shortenValues = (text: string): string =>
  shortenQuotes(text.replaceAll(UNQUOTED, (_, before: string, value: string) => before + shorten(value)))

/** Whether the name of an unknown member is long: it can be any text, and can contain quotes. */
const isLongMember = (text: string): boolean => {
  const at = text.indexOf(BEFORE_MEMBER)
  return at >= 0 && !SHORT_MEMBER.test(text.slice(at + BEFORE_MEMBER.length))
}

const removeMember = (text: string): string => {
  const begin = text.indexOf(BEFORE_MEMBER) + BEFORE_MEMBER.length
  return `${text.slice(0, begin)}${shorten(text.slice(begin))}".`
}

/**
 * C2.3: a message names a scalar by its first 100 characters. Input objects, lists and strings where none belongs may
 * hold a password: the message does not repeat them. The message is cut before a pattern reads it, because a client
 * chooses its length.
 */
export const removeContents = (message: string): string => {
  const text = cut(message, MOST_READ)
  const string = BEFORE_STRING.exec(text)
  if (string) return `${string[0]}.`
  if (isLongMember(text)) return removeMember(text)
  const container = CONTAINER.exec(text)
  if (container === null) return shortenValues(text)
  // An object or a list may contain a password. The rest of the message is not useful for a client.
  return `${shortenValues(text.slice(0, container.index + container[0].length))}{…}.`
}

const BEFORE_GOT = 'got invalid value '

/**
 * C2.3: Yoga's executor quotes the complete value of a variable, which may contain a password. The reason comes last.
 */
export const removeGotValue = (message: string): string => {
  const begin = message.indexOf(BEFORE_GOT)
  const reason = message.lastIndexOf('; ')
  if (begin < 0 || reason < begin) return message
  const place = / at "[^"]*"$/.exec(message.slice(Math.max(begin, reason - MOST_READ), reason))?.[0] ?? ''
  return `${message.slice(0, begin + BEFORE_GOT.length)}…${place}${message.slice(reason)}`
}
