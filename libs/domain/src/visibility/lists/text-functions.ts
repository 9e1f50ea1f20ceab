import { textFunction, where } from '@content-service/authz'
import { fold } from '@content-service/authz/fold'

/** An index on text holds so many characters of the folded text (C14.9). */
export const INDEXED_CHARACTERS = 100

/** The part of a folded text that an index holds. */
export const foldStart = textFunction('fold_start', (text) =>
  Array.from(fold(text)).slice(0, INDEXED_CHARACTERS).join(''),
)

/** `fold` in the words of the indexes on the texts that GUEST may read. */
export const foldOfGuest = textFunction('fold_of_guest', fold)

/** Names and addresses of users are the same in small and capital letters. */
export const lower = textFunction('lower', (text) => text.toLowerCase())

/** An attribute whose values are texts. */
export const textAttribute = (name: string) =>
  where<Readonly<Record<string, string>>>()[name] as NonNullable<
    ReturnType<typeof where<Readonly<Record<string, string>>>>[string]
  >

export { fold }
