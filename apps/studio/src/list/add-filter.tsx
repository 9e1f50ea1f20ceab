import { useState } from 'react'
import { Button, Input, Label, TextField } from 'react-aria-components'
import type { ContentType } from '../api/model.ts'
import { LinkSearch } from '../fields/link-search.tsx'
import { LAST_DAY, LAST_TIME, toUtc } from '../fields/local-time.ts'
import { DialogButton } from '../forms/dialog-button.tsx'
import { messages } from '../language/language.ts'
import { useModel } from '../shell/use-model.ts'
import {
  findLink,
  findLinked,
  isOfTime,
  isQuestion,
  listOperators,
  writeParameter,
  type Condition,
  type ValueFilter,
} from './conditions.ts'
import { Select, type Choice } from './select.tsx'

const YES_NO: readonly Choice[] = [
  { value: 'true', label: messages.yes },
  { value: 'false', label: messages.no },
]

/** The types of inputs of the browser, by the kind of the values. */
const INPUTS: Readonly<Record<string, string>> = {
  integer: 'number',
  number: 'number',
  time: 'datetime-local',
  date: 'date',
}

const LAST: Readonly<Record<string, string>> = { time: LAST_TIME, date: LAST_DAY }

const listChoices = ({ filter, operator }: Condition): readonly Choice[] | null =>
  isQuestion(operator) || filter.values === 'flag' ? YES_NO : filter.choices

interface ValueProps extends Condition {
  readonly type: ContentType
  readonly value: string
  readonly onChange: (value: string) => void
}

const LinkValue = ({ type, filter, value, onChange }: ValueProps) => {
  const [title, setTitle] = useState('')
  const linked = findLinked(useModel(), type, filter)
  const field = findLink(type, filter)
  if (linked === null || field === undefined) return null
  return (
    <LinkSearch
      field={{ ...field, help: '', required: true, placeholder: null }}
      type={linked}
      chosen={value === '' ? null : value}
      text={title}
      onChoose={(id, words) => {
        onChange(id)
        setTitle(words)
      }}
      error={undefined}
    />
  )
}

const Value = (props: ValueProps) => {
  const { filter, operator, value, onChange } = props
  const choices = listChoices(props)
  if (choices !== null)
    return <Select label={messages.value} value={value} choices={choices} onChange={onChange} />
  if (filter.values === 'id') return <LinkValue key={filter.name} {...props} />
  return (
    <TextField
      key={`${filter.name} ${operator}`}
      className="field"
      value={value}
      onChange={onChange}
      isRequired
    >
      <Label>{messages.value}</Label>
      <Input
        type={INPUTS[filter.values] ?? 'text'}
        max={LAST[filter.values]}
        step="any"
        inputMode={filter.values === 'decimal' ? 'decimal' : undefined}
      />
    </TextField>
  )
}

interface FilterProps {
  readonly type: ContentType
  readonly filters: readonly ValueFilter[]
  /** Sets a parameter of the address. */
  readonly onAdd: (parameter: string, value: string) => void
}

/** What a condition begins with: the first choice, or nothing. */
const startValue = (condition: Condition): string => listChoices(condition)?.[0]?.value ?? ''

const FilterForm = ({ type, filters, onAdd, close }: FilterProps & { readonly close: () => void }) => {
  const [condition, setCondition] = useState<Condition | null>(null)
  const [value, setValue] = useState('')
  const choose = (next: Condition | null): void => {
    setCondition(next)
    setValue(next === null ? '' : startValue(next))
  }
  const chooseFilter = (name: string): void => {
    const filter = filters.find((each) => each.name === name)
    choose(filter === undefined ? null : { filter, operator: listOperators(filter)[0] ?? 'eq' })
  }
  return (
    <form
      className="filter-form"
      onSubmit={(event) => {
        event.preventDefault()
        if (condition === null || value === '') return
        const sent =
          condition.filter.values === 'time' && !isQuestion(condition.operator) ? toUtc(value) : value
        onAdd(writeParameter(condition), sent ?? '')
        close()
      }}
    >
      <Select
        label={messages.filterBy}
        value={condition?.filter.name ?? ''}
        choices={[
          { value: '', label: messages.choosePlease },
          ...filters.map(({ name, label }) => ({ value: name, label })),
        ]}
        onChange={chooseFilter}
      />
      {condition !== null && (
        <>
          <Select
            label={messages.comparison}
            value={condition.operator}
            choices={listOperators(condition.filter).map((operator) => ({
              value: operator,
              label: messages.operator(operator, isOfTime(condition.filter)),
            }))}
            onChange={(operator) => choose({ ...condition, operator })}
          />
          <Value {...condition} type={type} value={value} onChange={setValue} />
        </>
      )}
      <div className="buttons">
        <Button onPress={close}>{messages.back}</Button>
        <Button type="submit" className="primary" isDisabled={condition === null || value === ''}>
          {messages.addFilter}
        </Button>
      </div>
    </form>
  )
}

/** Narrows a list by any value that the service can compare. */
export const AddFilter = (props: FilterProps) =>
  props.filters.length === 0 ? null : (
    <DialogButton label={messages.filter}>{(close) => <FilterForm {...props} close={close} />}</DialogButton>
  )
