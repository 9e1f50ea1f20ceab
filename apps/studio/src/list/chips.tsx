import { useQuery } from '@tanstack/react-query'
import { Button } from 'react-aria-components'
import type { ContentType } from '../api/model.ts'
import { readByIds, type ListQuery } from '../api/records.ts'
import { writeTitle } from '../fields/show-value.ts'
import { messages, writeDay, writeDecimal, writeTime } from '../language/language.ts'
import { useModel } from '../shell/use-model.ts'
import { findLink, findLinked, isOfTime, isQuestion, readParameter, type Condition } from './conditions.ts'

interface ValueProps extends Condition {
  readonly type: ContentType
  readonly value: string
}

/** The title of the record that a link leads to, in the place of its id. */
const useTitle = ({ type, filter, operator, value }: ValueProps): string => {
  const linked = findLinked(useModel(), type, filter)
  const { data } = useQuery({
    queryKey: ['title', linked?.path, value],
    queryFn: async () => (linked === null ? [] : readByIds(linked, [value])),
    enabled: linked !== null && !isQuestion(operator),
  })
  return linked !== null && data?.[0] ? writeTitle(data[0], linked) : value
}

const writeValue = ({ filter, operator, value }: ValueProps): string => {
  if (isQuestion(operator) || filter.values === 'flag') return value === 'true' ? messages.yes : messages.no
  if (isOfTime(filter) && !Number.isNaN(Date.parse(value)))
    return filter.values === 'date' ? writeDay(value) : writeTime(value)
  if (filter.values === 'decimal') return writeDecimal(value)
  return filter.choices?.find((choice) => choice.value === value)?.label ?? value
}

/** A condition in words: “Starts at from 1 Jan 2027”. */
const ConditionText = (props: ValueProps) => {
  const title = useTitle(props)
  const label = findLink(props.type, props.filter)?.label ?? props.filter.label
  const shown = props.filter.values === 'id' && !isQuestion(props.operator) ? title : writeValue(props)
  return `${label} ${messages.operator(props.operator, isOfTime(props.filter))} ${shown}`
}

interface ChipsProps {
  readonly type: ContentType
  readonly query: ListQuery
  /** The parameters with a control of their own. */
  readonly controlled: readonly string[]
  readonly onRemove: (name: string) => void
}

/** The filters of the address that have no control, such as those of a link to the list. */
export const Chips = ({ type, query, controlled, onRemove }: ChipsProps) => {
  const others = Object.entries(query).filter(([name]) => !controlled.includes(name))
  if (others.length === 0) return null
  return (
    <ul className="chips">
      {others.map(([name, value]) => {
        const condition = readParameter(type, name)
        const label =
          condition === null
            ? messages.otherFilter
            : (findLink(type, condition.filter)?.label ?? condition.filter.label)
        return (
          <li key={name}>
            {condition === null ? (
              messages.otherFilter
            ) : (
              <ConditionText {...condition} type={type} value={value} />
            )}
            <Button aria-label={messages.removeFilter(label)} onPress={() => onRemove(name)}>
              ×
            </Button>
          </li>
        )
      })}
    </ul>
  )
}
