import { Button } from 'react-aria-components'
import type { ContentType } from '../api/model.ts'
import type { ListQuery } from '../api/records.ts'
import { messages } from '../language/language.ts'

/** The parameters with a control of their own. */
const hasControl = ({ filters }: ContentType, name: string): boolean =>
  ['query', 'sort'].includes(name) ||
  filters.some(
    (filter) =>
      filter.name === name &&
      filter.kind === 'value' &&
      (filter.choices !== null || filter.values === 'flag'),
  )

interface ChipsProps {
  readonly type: ContentType
  readonly query: ListQuery
  readonly onRemove: (name: string) => void
}

/** The filters of the address that have no control, such as those of a link to the list. */
export const Chips = ({ type, query, onRemove }: ChipsProps) => {
  const others = Object.entries(query).filter(([name]) => !hasControl(type, name))
  if (others.length === 0) return null
  const label = (name: string): string => type.filters.find((filter) => filter.name === name)?.label ?? name
  return (
    <ul className="chips">
      {others.map(([name, value]) => (
        <li key={name}>
          {label(name)}: {value}
          <Button aria-label={messages.removeFilter(label(name))} onPress={() => onRemove(name)}>
            ×
          </Button>
        </li>
      ))}
    </ul>
  )
}
