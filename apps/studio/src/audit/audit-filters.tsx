import { useState } from 'react'
import { Button, Input, Label, TextField } from 'react-aria-components'
import { LAST_TIME, toLocal, toUtc } from '../fields/local-time.ts'
import { messages } from '../language/language.ts'
import { FILTERS, type AuditFilter, type AuditQuery } from './entries.ts'

const LABELS: Readonly<Record<AuditFilter, string>> = {
  actorId: messages.personId,
  resource: messages.resource,
  resourceId: messages.recordId,
  action: messages.action,
  from: messages.from,
  to: messages.to,
}

const isTime = (name: AuditFilter): boolean => name === 'from' || name === 'to'

interface FilterProps {
  readonly name: AuditFilter
  readonly value: string
  readonly onChange: (value: string) => void
}

/** Somebody can write anything into the address. */
const showTime = (value: string): string => (Number.isNaN(Date.parse(value)) ? '' : toLocal(value))

/** The address has times in UTC, and the page in the zone of the browser. */
const Filter = ({ name, value, onChange }: FilterProps) => (
  <TextField
    value={isTime(name) ? showTime(value) : value}
    onChange={(text) => onChange(isTime(name) ? (toUtc(text) ?? '') : text)}
  >
    <Label>{LABELS[name]}</Label>
    <Input {...(isTime(name) ? { type: 'datetime-local', max: LAST_TIME } : { type: 'text' })} />
  </TextField>
)

/** A narrow page begins with the entries. */
const isWide = (): boolean => matchMedia('(width >= 48rem)').matches

interface AuditFiltersProps {
  readonly query: AuditQuery
  readonly onChange: (query: AuditQuery) => void
}

/** The filters of the audit log. The address of the page has their values. */
export const AuditFilters = ({ query, onChange }: AuditFiltersProps) => {
  const [values, setValues] = useState<AuditQuery>(query)
  const send = (): void =>
    onChange(Object.fromEntries(Object.entries(values).filter(([, value]) => value.trim() !== '')))
  const isFiltered = Object.keys(query).length > 0
  return (
    <details className="filter-box" open={isFiltered || isWide()}>
      <summary>{messages.filter}</summary>
      <form
        className="audit-filters"
        role="search"
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
      >
        {FILTERS.map((name) => (
          <Filter
            key={name}
            name={name}
            value={values[name] ?? ''}
            onChange={(value) => setValues({ ...values, [name]: value })}
          />
        ))}
        <div className="send">
          <Button type="submit">{messages.filter}</Button>
          {isFiltered && (
            <Button className="quiet" onPress={() => onChange({})}>
              {messages.clearFilters}
            </Button>
          )}
        </div>
      </form>
    </details>
  )
}
