import { ContentError } from './errors.ts'

/** Ten times the members of a request with the longest lists that any operation takes. */
const MOST_MEMBERS = 50_000
/** More lists and objects take a second to parse, and nobody else is answered in this time. */
const MOST_CONTAINERS = 50_000
/** 500 times the longest list that any operation takes. More items take longer to parse than others should wait. */
const MOST_VALUES = 250_000
/** A list takes at least two characters: a shorter text has fewer lists and members. */
const LEAST_CHARACTERS = 2 * MOST_CONTAINERS

const [QUOTE, BACKSLASH, COLON, LIST, OBJECT, COMMA] = [...'"\\:[{,'].map((mark) => mark.charCodeAt(0))

/** Whether the character at a place stands behind an odd number of backslashes. */
const isEscaped = (json: string, place: number): boolean => {
  let before = place
  while (json.charCodeAt(before - 1) === BACKSLASH) before -= 1
  return (place - before) % 2 === 1
}

/** The place of the quote that ends a text; the end of the JSON for a text without one. */
const findEndOfText = (json: string, start: number): number => {
  let end = json.indexOf('"', start + 1)
  while (end !== -1 && isEscaped(json, end)) end = json.indexOf('"', end + 1)
  return end === -1 ? json.length : end
}

interface Counted {
  readonly members: number
  readonly containers: number
  readonly values: number
}

/** The colons, the opening brackets and the commas outside of texts, counted no further than the limits. */
const countParts = (json: string): Counted => {
  let [members, containers, values] = [0, 0, 0]
  for (let place = 0; place < json.length; place += 1) {
    const character = json.charCodeAt(place)
    if (character === QUOTE) place = findEndOfText(json, place)
    else if (character === COLON) members += 1
    else if (character === LIST || character === OBJECT) containers += 1
    else if (character === COMMA) values += 1
    if (members > MOST_MEMBERS || containers > MOST_CONTAINERS || values > MOST_VALUES) break
  }
  return { members, containers, values }
}

const refuse = (parts: string): ContentError =>
  new ContentError('BAD_USER_INPUT', `${parts}. Send several requests.`)

/** Whether the JSON ends as one with lists or objects does. */
const isClosed = (json: string): boolean => /[\]}]\s{0,100}$/.test(json.slice(-101))

/**
 * C12.5: a parsed body with this number of members takes forty times its size in memory.
 * @throws BAD_USER_INPUT before the service parses the body. @throws SyntaxError for a large body that has no end.
 */
export const checkMemberCount = (json: string): void => {
  if (json.length < LEAST_CHARACTERS) return
  const { members, containers, values } = countParts(json)
  const isLarge = members > MOST_MEMBERS || containers > MOST_CONTAINERS || values > MOST_VALUES
  if (isLarge && !isClosed(json)) throw new SyntaxError('The JSON has no end.')
  if (members > MOST_MEMBERS)
    throw refuse(`The objects of the body have more than ${MOST_MEMBERS} properties`)
  if (containers > MOST_CONTAINERS)
    throw refuse(`The body has more than ${MOST_CONTAINERS} lists and objects`)
  if (values > MOST_VALUES) throw refuse(`The body has more than ${MOST_VALUES} values`)
}
