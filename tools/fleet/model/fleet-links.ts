import { Category, field, User, type RecordType } from '@content-service/domain'
import type { Field } from '@content-service/domain/internal/model'
import fc, { type GeneratorValue } from 'fast-check'
import {
  choose,
  generateManyLinks,
  generatePartLinks,
} from '../../../libs/persistence/src/testing/generated-models.ts'

const about = 'A test.'

/** Links to one record: to an earlier type, to a later type by its name, to the own type and to a user. */
const drawOneLinks = (
  g: GeneratorValue,
  plural: string,
  earlier: readonly RecordType[],
): Readonly<Record<string, Field>> => {
  const to = choose<RecordType>(g, [...earlier, Category])
  const onDelete = choose(g, ['cascade', 'clear'] as const)
  return {
    ...(g(fc.boolean) && {
      home: field.one(to, { about, optional: true, onDelete, inverse: `${plural}AtHome` }),
    }),
    ...(g(fc.nat, 2) === 0 && { parent: field.one('self', { about, optional: true, onDelete }) }),
    ...(g(fc.nat, 2) === 0 && { contact: field.one(User, { about, optional: true }) }),
  }
}

/** Links of all forms, as the random models of the stores have them. */
export const drawLinks = (
  g: GeneratorValue,
  plural: string,
  earlier: readonly RecordType[],
): Readonly<Record<string, Field>> => ({
  ...drawOneLinks(g, plural, earlier),
  ...(g(fc.nat, 2) === 0 && generateManyLinks(g, plural, earlier)),
  ...(g(fc.nat, 2) === 0 && generatePartLinks(g, earlier)),
})
