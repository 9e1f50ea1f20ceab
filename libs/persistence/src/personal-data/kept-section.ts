import { isHideable, type JoinedLink, type KeptType } from '@content-service/domain/internal/model'
import { readContent, selectPairs } from '../tables/kept-layout.ts'
import { findKeptTable } from '../tables/kept-table.ts'
import { LONG_TEXT, type Section } from './section.ts'

const createSources = (type: KeptType, names: readonly string[]): Section['sources'] => {
  const table = findKeptTable(type)
  return Object.fromEntries(
    names.flatMap((name) => {
      const field = type.attributes[name]
      const isInJson = field !== undefined && !table.columns.includes(name)
      return isInJson ? [[name, readContent(table, name, field)('page')] as const] : []
    }),
  )
}

/** The members of a section with the kept values of these names. `own` are the other columns. */
export const createKeptMembers = (
  type: KeptType,
  own: readonly string[],
  names: readonly string[],
): Omit<Section, 'type' | 'isOf'> => {
  const { attributes, links, manyLinks, partLinks, shown } = type
  const { name, time } = findKeptTable(type)
  const pair = (link: JoinedLink) => ({ joins: selectPairs(type, link), to: link.field.toMany.plural })
  return {
    from: name,
    key: 'id',
    columns: ['id', ...own, ...names, ...manyLinks.map(({ attribute }) => attribute)],
    sources: createSources(type, names) ?? {},
    lists: Object.fromEntries(manyLinks.map((link) => [link.attribute, pair(link)])),
    parts: {
      attributes,
      lists: Object.fromEntries(partLinks.map((link) => [link.field.toMany.name, pair(link)])),
    },
    links: Object.fromEntries(
      links
        .filter(({ field }) => isHideable(field))
        .map(({ attribute, field }) => [attribute, field.to.plural]),
    ),
    times: [time],
    ...(Object.values(shown).some(({ schema }) => (schema.maxLength ?? 0) > LONG_TEXT) && { isLong: true }),
  }
}
