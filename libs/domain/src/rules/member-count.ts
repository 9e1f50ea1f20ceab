import { ContentError } from './errors.ts'

/** Ten times the members of a request with the longest lists that any operation takes. */
const MOST_MEMBERS = 50_000
/** A member takes at least `"":0` and a comma: a shorter text has fewer members. */
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
 * C12.5: a parsed body with this number of members takes forty times its size in memory.
 * @throws BAD_USER_INPUT before the service parses the body.
 */
export const checkMemberCount = (json: string): void => {
  if (json.length < LEAST_CHARACTERS || countMembers(json) <= MOST_MEMBERS) return
  throw new ContentError(
    'BAD_USER_INPUT',
    `The objects of the body have more than ${MOST_MEMBERS} properties. Send several requests.`,
  )
}
