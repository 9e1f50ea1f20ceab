import { WORDS, type Options, type Words } from './build-field.ts'

export interface PartOptions
  extends Words, Pick<Options, 'about' | 'setByOperation' | 'hidden' | 'changedWith'> {
  /** The name of the types in GraphQL. Fields with the same name and the same members share the types. */
  readonly as?: string
}

export const PART_OPTIONS = ['about', 'setByOperation', 'hidden', 'changedWith', ...WORDS] as const
