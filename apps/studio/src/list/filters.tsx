import { useQuery } from '@tanstack/react-query'
import type { ContentType } from '../api/model.ts'
import { useMay } from '../api/permissions.ts'
import { countValues, type ListQuery } from '../api/records.ts'
import { messages, writeNumber } from '../language/language.ts'
import { AddFilter } from './add-filter.tsx'
import { listFilters, type ValueFilter } from './conditions.ts'
import { SearchField } from './search-field.tsx'
import { Select, type Choice } from './select.tsx'

interface FiltersProps {
  readonly type: ContentType
  readonly filters: readonly ValueFilter[]
  readonly query: ListQuery
  /** Sets a parameter of the address; an empty text removes it. */
  readonly onChange: (name: string, value: string) => void
}

/** A filter by one of a few values. */
interface ChoiceFilter extends Omit<ValueFilter, 'choices'> {
  /** The words for a list without the filter. */
  readonly unset: string
  readonly choices: readonly Choice[]
}

const YES: Choice = { value: 'true', label: messages.yes }
const NO: Choice = { value: 'false', label: messages.no }

const toChoices = (
  type: ContentType,
  filter: ValueFilter,
): Pick<ChoiceFilter, 'unset' | 'choices'> | null => {
  // C17.4: a list without the filter has no deleted records.
  if (type.trash === true && filter.name === 'deleted') return { unset: NO.label, choices: [YES] }
  const choices = filter.values === 'flag' ? [YES, NO] : filter.choices
  return choices && { unset: messages.all, choices }
}

/** The filters by one of a few values, each of which has a control. */
const listChoices = (type: ContentType, filters: readonly ValueFilter[]): readonly ChoiceFilter[] =>
  filters.flatMap((filter) => {
    const choices = toChoices(type, filter)
    return choices === null ? [] : [{ ...filter, ...choices }]
  })

/** The filters that the caller may use. */
export const useFilters = (type: ContentType): readonly ValueFilter[] => {
  const may = useMay()
  return listFilters(type, ({ permission }) => permission === null || may(permission))
}

/** The parameters of the address with a control of their own. */
export const listControlled = (type: ContentType, filters: readonly ValueFilter[]): readonly string[] => [
  'query',
  'sort',
  ...listChoices(type, filters).map(({ name }) => name),
]

/** The state of the records, of which lists say how many there are. */
const findState = (type: ContentType, filters: readonly ValueFilter[]): string | null => {
  const state = type.fields.find(({ kind }) => kind === 'state')?.name
  return listChoices(type, filters).find(({ name }) => name === state)?.name ?? null
}

const useCounts = (type: ContentType, state: string | null): ReadonlyMap<string, string> => {
  const { data = [] } = useQuery({
    queryKey: ['counts', type.path],
    queryFn: () => countValues(type, state ?? ''),
    enabled: state !== null,
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
export const Filters = ({ type, filters, query, onChange }: FiltersProps) => {
  const state = findState(type, filters)
  const counts = useCounts(type, state)
  const label = (name: string, choice: Choice): Choice =>
    name === state && counts.has(choice.value)
      ? { ...choice, label: `${choice.label} (${counts.get(choice.value)})` }
      : choice
  return (
    <div className="filters" role="search">
      {(type.searched || type.titleField !== null) && (
        <SearchField words={query['query'] ?? ''} onChange={(words) => onChange('query', words)} />
      )}
      {listChoices(type, filters).map((filter) => (
        <Select
          key={filter.name}
          label={filter.label}
          value={query[filter.name] ?? ''}
          choices={[
            { value: '', label: filter.unset },
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
      <AddFilter type={type} filters={filters} onAdd={onChange} />
    </div>
  )
}
