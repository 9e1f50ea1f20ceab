import { InvalidValue } from './errors.ts'
import { createTextRule } from './text.ts'

const ATOM = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
const LABEL = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?'
const EMAIL = new RegExp(`^${ATOM}(?:\\.${ATOM})*@${LABEL}(?:\\.${LABEL})+$`)

/** C2.3: an addr-spec of at most 254 characters with a dotted domain. */
export const email = (text: string): string => {
  if (text.length > 254) throw new InvalidValue('must have at most 254 characters')
  if (!EMAIL.test(text) || text.indexOf('@') > 64)
    throw new InvalidValue('must be an email address such as ada@example.org')
  return text
}

/** C2.3 and C3.8: an address of at most `most` characters: only http and https, so that no page can link to a script. */
export const createWebAddressRule = (most: number): ((text: string) => string) => {
  const rightLength = createTextRule(1, most)
  return (text) => {
    rightLength(text)
    // URL drops blanks and line breaks. The service stores the text and not the parsed URL, so that they are refused here.
    if (!/^https?:\/\/\S+$/i.test(text) || !URL.canParse(text))
      throw new InvalidValue('must be an http or https URL')
    return text
  }
}

/** C2.3: the web address of a user, of a webhook, and of the scalar URL. */
export const webAddress = createWebAddressRule(2_048)
