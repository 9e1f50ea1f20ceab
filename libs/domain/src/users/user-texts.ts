import { InvalidValue } from '../rules/errors.ts'

const USERNAME = /^[A-Za-z0-9][A-Za-z0-9._-]{1,63}$/

/** The name of the reserved account that owns the content of deleted users (C3.5). */
export const GHOST_USERNAME = 'ghost'
/** C3.1: 2–64 letters, digits, `.`, `_`, `-`, beginning with a letter or digit; `ghost` is reserved in any case. */
export const username = (text: string): string => {
  if (!USERNAME.test(text))
    throw new InvalidValue('must be 2 to 64 of A-Z a-z 0-9 . _ - and start with a letter or digit')
  if (text.toLowerCase() === GHOST_USERNAME) throw new InvalidValue('is reserved; choose another username')
  return text
}
