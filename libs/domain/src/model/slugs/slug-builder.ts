import type { Words } from '../fields/build-field.ts'
import { build, WORDS, type Exactly } from '../fields/build-field.ts'
import type { SlugField } from '../fields/field.ts'
import { checkSlug, LONGEST_SLUG, SLUG_PATTERN } from './slug-text.ts'

interface SlugOptions extends Words {
  /** The line or text that the slug follows until the record is first published. */
  readonly from: string
  readonly about?: string
  readonly example?: string
}

type BuildSlug = <const Given extends SlugOptions>(given: Exactly<Given, SlugOptions>) => SlugField

const ABOUT =
  'The words that name the record in addresses: small letters, digits and single dashes. The service derives them, unless you send them.'

/** C17.7: the words of an address, which no other record of the type has. */
export const slug: BuildSlug = (given) => {
  const { from, about = ABOUT, ...options }: SlugOptions = given
  const schema = { type: 'string', maxLength: LONGEST_SLUG, pattern: SLUG_PATTERN } as const
  const field: object = build({ kind: 'slug', schema, check: checkSlug }, { about, ...options }, [
    'about',
    'example',
    ...WORDS,
  ])
  // The builder gives the members of every field.
  return { ...field, from, isOptional: true, isUnique: true } as SlugField
}
