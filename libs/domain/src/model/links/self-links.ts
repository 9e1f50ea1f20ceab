import { createReferenceRule, parseUserId, parseUuid } from '../../rules/ids.ts'
import {
  isMany,
  toWord,
  type Field,
  type LinkField,
  type ManyField,
  type StoredIn,
  type TypeName,
} from '../fields/field.ts'
import { replaceLinks } from './replace-links.ts'
import { toTable } from '../types/type-names.ts'
import { createIdsRule } from './ids-rule.ts'

/** The word for the type that declares a link: a type cannot name itself before it exists (C14.2). */
export const SELF = 'self'

/** The stored value of a field; `Id` is the id of a record of the declaring type. */
export type ValueIn<F, Id> = F extends { readonly to: TypeName<typeof SELF> }
  ? Id | Extract<StoredIn<F>, null>
  : F extends { readonly toMany: TypeName<typeof SELF> }
    ? readonly Id[]
    : StoredIn<F>

/** The types whose ids are numbers: links to them have another rule and another `onDelete` before a model exists. */
const NUMBERED: ReadonlySet<string> = new Set(['User'])

/**
 * The target of a declaration. Instead of a type, it can have a name: `self`, or that of a type which `contentModel` looks up
 * (C15.21). @throws TypeError for undefined, which a file has in the place of the type of another file that imports it.
 */
export const findTarget = (to: TypeName | string): { readonly target: TypeName; readonly isNamed?: true } => {
  const given: unknown = to
  if (given === undefined)
    throw new TypeError(
      "A link leads to undefined. If two files import each other, write the name of the type: field.one('Team', …).",
    )
  if (typeof to !== 'string') return { target: to }
  const target = { name: to, plural: to, isNumbered: NUMBERED.has(to) }
  return to === SELF ? { target } : { target, isNamed: true }
}

/** Over REST, a client can send the id of a user as an integer, too (C2.1). */
const parseGivenUserId = (given: unknown) => parseUserId(String(given))

/** The members of a link that follow from the type to which it leads. */
export const leadTo = ({
  name,
  plural: given,
  isNumbered = false,
}: TypeName): Pick<LinkField, 'to' | 'parseId' | 'check'> => {
  const word = toWord(name)
  const plural = toTable(given)
  return {
    to: { name, plural, word, isNumbered },
    check: createReferenceRule<never>(
      (isNumbered ? parseGivenUserId : parseUuid) as (text: string) => never,
      word,
    ),
    parseId: (isNumbered ? parseUserId : parseUuid) as LinkField['parseId'],
  }
}

/** The members of links to many records that follow from the type to which they lead. */
export const leadToMany = (to: TypeName, max: number): Pick<ManyField, 'toMany' | 'parseId' | 'check'> => {
  const { to: toMany, parseId, check } = leadTo(to)
  return { toMany, parseId, check: createIdsRule(check, max) as ManyField['check'] }
}

const resolveField = (field: Field, own: TypeName): Field =>
  replaceLinks(field, (link) => {
    if (isMany(link)) return link.toMany.name === SELF ? { ...link, ...leadToMany(own, link.max) } : link
    return link.to.name === SELF ? { ...link, ...leadTo(own) } : link
  })

/** The fields of a type, whose links to `self` lead to the type. */
export const resolveSelf = <F extends Readonly<Record<string, Field>>>(fields: F, own: TypeName): F =>
  // `ValueIn` gives the links the type of their values.
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, resolveField(field, own)])) as F
