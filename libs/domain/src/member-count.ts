import { ContentError } from './errors.ts'

/** A request of the longest lists that any operation takes has a tenth of these. */
const MOST_MEMBERS = 50_000
/** `"":0` and a comma: shorter texts have fewer members. */
const LEAST_CHARACTERS = 5 * MOST_MEMBERS

const [QUOTE, BACKSLASH, COLON] = [...'"\\:'].map((mark) => mark.charCodeAt(0))

/** The colons outside of texts, counted no further than the limit. */
const countMembers = (json: string): number => {
  let members = 0
  let isText = false
  for (let place = 0; place < json.length && members <= MOST_MEMBERS; place += 1) {
    const character = json.charCodeAt(place)
    if (isText && character === BACKSLASH) place += 1
    else if (character === QUOTE) isText = !isText
    else if (!isText && character === COLON) members += 1
  }
  return members
}

/**
 * C12.5: a body whose objects have so many members takes forty times its size in memory once it is parsed.
 * @throws BAD_USER_INPUT before it is parsed.
 */
export const checkMemberCount = (json: string): void => {
  if (json.length < LEAST_CHARACTERS || countMembers(json) <= MOST_MEMBERS) return
  throw new ContentError(
    'BAD_USER_INPUT',
    `The objects of the body have more than ${MOST_MEMBERS} members. Send several requests.`,
  )
}
