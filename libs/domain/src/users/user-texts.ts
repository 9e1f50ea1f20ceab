import { InvalidValue } from '../rules/errors.ts'
import { createTextRule } from '../rules/text.ts'

const USERNAME = /^[A-Za-z0-9][A-Za-z0-9._-]{1,63}$/
const ATOM = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
const LABEL = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?'
const EMAIL = new RegExp(`^${ATOM}(?:\\.${ATOM})*@${LABEL}(?:\\.${LABEL})+$`)

/** The name of the reserved account that owns the content of deleted users (C3.5). */
export const GHOST_USERNAME = 'ghost'
/** C3.1: 2–64 letters, digits, `.`, `_`, `-`, beginning with a letter or digit; `ghost` is reserved in any case. */
export const username = (text: string): string => {
  if (!USERNAME.test(text))
    throw new InvalidValue('must be 2 to 64 of A-Z a-z 0-9 . _ - and start with a letter or digit')
  if (text.toLowerCase() === GHOST_USERNAME) throw new InvalidValue('is reserved; choose another username')
  return text
}

/** C2.3: an addr-spec of at most 254 characters with a dotted domain. */
export const email = (text: string): string => {
  if (text.length > 254) throw new InvalidValue('must have at most 254 characters')
  if (!EMAIL.test(text) || text.indexOf('@') > 64)
    throw new InvalidValue('must be an email address such as ada@example.org')
  return text
}

/** C2.3 and C3.8: only http and https addresses, so that no page of the service can link to a script. */
export const webAddress = (text: string): string => {
  // URL drops blanks and line breaks. The service stores the text and not the parsed URL, so that they are refused
  // here.
  if (text.length > 2048 || !/^https?:\/\/\S+$/i.test(text) || !URL.canParse(text))
    throw new InvalidValue('must be an http or https URL')
  return createTextRule(1, 2048)(text)
}
