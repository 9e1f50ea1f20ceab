import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import type { ContentType } from '../api/model.ts'
import { countValues, type ListQuery } from '../api/records.ts'
import { messages, writeNumber } from '../language/language.ts'

interface FiltersProps {
  readonly type: ContentType
  readonly query: ListQuery
  /** Sets a parameter of the address; an empty text removes it. */
  readonly onChange: (name: string, value: string) => void
}

interface Choice {
  readonly value: string
  readonly label: string
}

interface SelectProps {
  readonly label: string
  readonly value: string
  readonly choices: readonly Choice[]
  readonly onChange: (value: string) => void
}

/** The select of the browser works on each device, and by keyboard. */
const Select = ({ label, value, choices, onChange }: SelectProps) => {
  const id = useId()
  return (
    <span className="select">
      <label htmlFor={id}>{label}</label>
      <select id={id} value={value} onChange={(event) => onChange(event.target.value)}>
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
    </span>
  )
}

const YES_NO: readonly Choice[] = [
  { value: 'true', label: messages.yes },
  { value: 'false', label: messages.no },
]

/** The filters by one of a few values that need no permission: the model does not say which permissions a caller has. */
const listChoices = (type: ContentType) =>
  type.filters.flatMap((filter) => {
    if (filter.kind !== 'value' || filter.permission !== null) return []
    if (filter.values === 'flag') return [{ ...filter, choices: YES_NO }]
    return filter.choices === null ? [] : [{ ...filter, choices: filter.choices }]
  })

/** The state of the records, of which lists say how many there are. */
const findState = (type: ContentType): string | null => {
  const state = type.fields.find(({ kind }) => kind === 'state')?.name
  return listChoices(type).find(({ name }) => name === state)?.name ?? null
}

const useCounts = (type: ContentType): ReadonlyMap<string, string> => {
  const state = findState(type)
  const { data = [] } = useQuery({
    queryKey: ['counts', type.path],
    queryFn: () => countValues(type, state ?? ''),
    enabled: state !== null,
    retry: false,
  })
  return new Map(
    data.map(({ value, count }) => [
      value,
      messages.total(writeNumber(count.value), count.precision === 'EXACT'),
    ]),
  )
}

const listOrders = ({ orders, fields }: ContentType): readonly Choice[] =>
  orders.flatMap((name) => {
    const label = fields.find((field) => field.name === name)?.label ?? name
    return [
      { value: name, label: messages.ascending(label) },
      { value: `-${name}`, label: messages.descending(label) },
    ]
  })

/** The filters and orders of a list. The address of the page has their values. */
export const Filters = ({ type, query, onChange }: FiltersProps) => {
  const counts = useCounts(type)
  const state = findState(type)
  const label = (name: string, choice: Choice): Choice =>
    name === state && counts.has(choice.value)
      ? { ...choice, label: `${choice.label} (${counts.get(choice.value)})` }
      : choice
  return (
    <div className="filters" role="search">
      {type.titleField !== null && (
        <input
          type="search"
          aria-label={messages.search}
          placeholder={messages.search}
          defaultValue={query['query'] ?? ''}
          onChange={(event) => onChange('query', event.target.value)}
        />
      )}
      {listChoices(type).map((filter) => (
        <Select
          key={filter.name}
          label={filter.label}
          value={query[filter.name] ?? ''}
          choices={[
            { value: '', label: messages.all },
            ...filter.choices.map((choice) => label(filter.name, choice)),
          ]}
          onChange={(value) => onChange(filter.name, value)}
        />
      ))}
      {type.orders.length > 0 && (
        <Select
          label={messages.order}
          value={query['sort'] ?? ''}
          choices={[{ value: '', label: messages.newestFirst }, ...listOrders(type)]}
          onChange={(value) => onChange('sort', value)}
        />
      )}
    </div>
  )
}
