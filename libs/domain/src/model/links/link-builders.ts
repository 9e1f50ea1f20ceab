import { createReferenceRule, parseUserId } from '../../rules/ids.ts'
import { build, WORDS, type Exactly, type Options, type Stored, type Words } from '../fields/build-field.ts'
import type { IdOf, LinkField, ManyField, OnDelete, OwnerField, TypeName } from '../fields/field.ts'
import { findTarget, leadTo, leadToMany, type SELF } from './self-links.ts'

interface LinkOptions
  extends
    Words,
    Pick<Options, 'about' | 'changedWith' | 'optional'>,
    Pick<LinkField, 'inverse' | 'parameter'> {
  /**
   * What happens to the record when the record that it links to is deleted: it is deleted too, its link is cleared, or
   * the deletion is refused. `refuse` by default, and `clear` for links to users.
   */
  readonly onDelete?: OnDelete
}

/** What the compiler can see of the rules of C14.2; `contentModel` checks the rest. */
type LinkRules<Name extends string, Given> = Given extends { readonly optional: true }
  ? Name extends 'User'
    ? { readonly onDelete?: Exclude<OnDelete, 'refuse'> }
    : unknown
  : Name extends 'User'
    ? { readonly onDelete: 'cascade' }
    : Name extends typeof SELF
      ? { readonly optional: true } | { readonly onDelete: 'cascade' }
      : { readonly onDelete?: Exclude<OnDelete, 'clear'> }

type BuiltLink<Target, To extends string, Given> = LinkField<
  To,
  IdOf<To>,
  Stored<IdOf<To>, Given>,
  Stored<string, Given>
> & { readonly target?: Target }

const LINK_OPTIONS = [
  'about',
  'changedWith',
  'optional',
  'inverse',
  'parameter',
  'onDelete',
  ...WORDS,
] as const satisfies readonly (keyof LinkOptions)[]

/** The name of the type to which a link leads. */
type NameOf<To> = To extends TypeName<infer Name> ? Name : To extends string ? To : never

/**
 * A link to one record of another type, to a user, or to a record of the same type: `one('self', …)`. Two types that link to
 * each other name one of them: `one('Team', …)` (C15.21).
 */
export const one = <const To extends TypeName | string, const Given extends LinkOptions>(
  to: To,
  options: Exactly<Given, LinkOptions> & LinkRules<NameOf<To>, Given>,
): BuiltLink<To, NameOf<To>, Given> => {
  const { target, ...named } = findTarget(to)
  const { isNumbered } = target
  const { check, ...leading } = leadTo(target)
  const schema = isNumbered ? ({ type: 'string' } as const) : ({ type: 'string', format: 'uuid' } as const)
  // The options have decided whether the value can be null.
  return {
    onDelete: isNumbered ? 'clear' : 'refuse',
    ...((options as LinkOptions | undefined)?.onDelete !== undefined && { isEffectGiven: true }),
    ...(build({ kind: 'one', schema, check }, options, LINK_OPTIONS) as object),
    ...leading,
    ...named,
  } as unknown as BuiltLink<To, NameOf<To>, Given>
}

/** The user who creates the record. When the account is deleted, the record belongs to `ghost` (C3.5). */
export const owner = (options: Pick<LinkOptions, 'about' | 'inverse'> & Words): OwnerField => ({
  ...(build(
    { kind: 'owner', schema: { type: 'string' }, check: createReferenceRule(parseUserId, 'user') },
    options,
    ['about', 'inverse', ...WORDS],
  ) as object as OwnerField),
  isInput: false,
  onDelete: 'ghost',
  to: { name: 'User', plural: 'users', word: 'user', isNumbered: true },
  parseId: parseUserId,
})

interface ManyOptions extends Words, Pick<Options, 'about' | 'changedWith'>, Pick<ManyField, 'inverse'> {
  /** The links have an order, which their writer decides. Otherwise the records have the order of their own lists. */
  readonly ordered?: true
  /** The most links that a caller sees after a change: 100 by default, and at most 1,000. */
  readonly max?: number
  /** The name of the ids, if it is not the name of the field without its last s: `speakerIds` for `speakers`. */
  readonly ids?: string
  /**
   * What happens to the record when a record to which it links is deleted: it loses the link (the default), it is
   * deleted too, or the deletion is refused.
   */
  readonly onDelete?: OnDelete
}

const MANY_OPTIONS = [
  'about',
  'changedWith',
  'inverse',
  'ordered',
  'max',
  'ids',
  'onDelete',
  ...WORDS,
] as const satisfies readonly (keyof ManyOptions)[]

const MOST_LINKS = 100

type BuiltMany<Target, To extends string, Given> = ManyField<To> & {
  readonly target?: Target
} & (Given extends {
    readonly ids: infer Ids extends string
  }
    ? { readonly ids: Ids }
    : unknown)

/** Links to many records of a type, to users, or to records of the same type: `many('self', …)`, or by name as `one`. */
export const many = <const To extends TypeName | string, const Given extends ManyOptions>(
  to: To,
  options: Exactly<Given, ManyOptions> &
    (NameOf<To> extends 'User' ? { readonly onDelete?: Exclude<OnDelete, 'refuse'> } : unknown),
): BuiltMany<To, NameOf<To>, Given> => {
  const { target, ...named } = findTarget(to)
  const { ordered = false, max = MOST_LINKS, ...given } = options as ManyOptions
  const { check, ...leading } = leadToMany(target, max)
  const values = { kind: 'many', schema: { type: 'array', maxItems: max }, check } as const
  const built: object = build(values, given as Options, MANY_OPTIONS)
  // The options have decided the name of the ids.
  return {
    onDelete: 'clear',
    ...built,
    ...leading,
    ...named,
    isOrdered: ordered,
    max,
    initial: [],
  } as unknown as BuiltMany<To, NameOf<To>, Given>
}
