import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Button } from 'react-aria-components'
import type { ContentType } from '../api/model.ts'
import { createPart, mayCreatePart } from '../api/records.ts'
import { FieldControl } from '../fields/field-control.tsx'
import { stopAtUnfinished } from '../fields/unfinished.ts'
import { messages } from '../language/language.ts'
import { findChanges, startValues, type Values } from './changes.ts'
import { listOpenProblems } from '../forms/open-problems.ts'
import { RefusalNotice } from '../forms/refusal-notice.tsx'
import { readRefusals } from '../forms/refusals.ts'
import type { RelatedList } from './related-lists.ts'
import { useFirstFocus } from './use-first-focus.ts'

interface PartProps {
  readonly type: ContentType
  readonly id: string
  readonly list: RelatedList
}

const PartForm = ({ type, id, list, onEnd }: PartProps & { readonly onEnd: () => void }) => {
  const queries = useQueryClient()
  const fields = list.type.fields.filter((field) => !field.readOnly && field.name !== list.link.name)
  const start = startValues(fields)
  const [values, setValues] = useState(start)
  const given = findChanges(start, values)
  const adding = useMutation({
    mutationFn: (sent: Values) => createPart({ type, id, list: list.name }, findChanges(start, sent)),
    onSuccess: async () => {
      onEnd()
      await queries.invalidateQueries({ queryKey: ['list', list.type.path] })
    },
  })
  const problems = listOpenProblems(adding.error, adding.variables, values)
  const refused = readRefusals(problems)
  const form = useRef<HTMLFormElement>(null)
  useFirstFocus(form)
  return (
    <form
      ref={form}
      aria-label={messages.create(list.type.label)}
      onSubmit={(event) => {
        event.preventDefault()
        if (!stopAtUnfinished(event.currentTarget)) adding.mutate(values)
      }}
    >
      {list.type.fixed && <p className="notice">{messages.fixedOnceSaved}</p>}
      {adding.error && <RefusalNotice {...{ error: adding.error, problems, fields, values }} />}
      {fields.map((field) => (
        <FieldControl
          key={field.name}
          field={field}
          values={values}
          onChange={(name, value) => setValues((all) => ({ ...all, [name]: value }))}
          refused={refused}
          body={null}
        />
      ))}
      <div className="buttons">
        <Button onPress={onEnd}>{messages.back}</Button>
        <Button
          type="submit"
          className="primary"
          isDisabled={adding.isPending || Object.keys(given).length === 0}
        >
          {messages.save}
        </Button>
      </div>
    </form>
  )
}

/** Writes a part of a record, such as a comment on an article. */
export const AddPart = (props: PartProps) => {
  const { path } = props.list.type
  const { data = false } = useQuery({
    queryKey: ['may create part', path],
    queryFn: () => mayCreatePart(path),
  })
  // The button was pressed before, and takes the focus back from the form.
  const [isWriting, setWriting] = useState<boolean | null>(null)
  if (!data) return null
  return isWriting ? (
    <PartForm {...props} onEnd={() => setWriting(false)} />
  ) : (
    <Button autoFocus={isWriting === false} onPress={() => setWriting(true)}>
      {messages.create(props.list.type.label)}
    </Button>
  )
}
