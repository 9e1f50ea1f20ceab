import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import type { ContentType } from '../api/model.ts'
import { createRecord } from '../api/records.ts'
import { stopAtUnfinished } from '../fields/unfinished.ts'
import { messages } from '../language/language.ts'
import { usePerson } from '../shell/use-person.ts'
import { dropDraft } from '../drafts/drafts.ts'
import { useKeptDraft } from '../drafts/use-kept-draft.ts'
import { findChanges, startValues, type Values } from './changes.ts'
import { listOpenProblems } from '../forms/open-problems.ts'
import { RefusalNotice } from '../forms/refusal-notice.tsx'
import { readRefusals } from '../forms/refusals.ts'
import { noteCreation } from './creation.ts'
import { Form } from './form.tsx'
import { LeaveGuard } from './leave-guard.tsx'
import { RecordHead } from './record-head.tsx'
import { Restored } from './restored.tsx'
import { useFirstFocus } from './use-first-focus.ts'
import { useSaveKey } from './use-save-key.ts'

/** A record that is not there yet. */
export const NewPage = ({ type }: { readonly type: ContentType }) => {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const start = startValues(type.fields)
  const [values, setValues] = useState<Values>(start)
  const given = findChanges(start, values)
  const form = useRef<HTMLFormElement>(null)
  useSaveKey(form)
  useFirstFocus(form)
  const person = usePerson()
  const isChanged = Object.keys(given).length > 0
  const [restoredFrom, setRestoredFrom] = useState<number | null>(null)
  const dropKept = useKeptDraft({
    path: type.path,
    id: 'new',
    isReady: true,
    draft: isChanged ? { base: null, changes: given } : null,
    onFound: ({ changes, keptAt }) => {
      setValues((all) => ({ ...start, ...changes, ...findChanges(start, all) }))
      setRestoredFrom(keptAt)
    },
  })
  const create = useMutation({
    mutationFn: (sent: Values) => createRecord(type, findChanges(start, sent)),
    onSuccess: async ({ id }) => {
      if (person !== null) await dropDraft({ person, path: type.path, id: 'new' })
      noteCreation(queries, [type.path, String(id)])
      await queries.invalidateQueries({ queryKey: ['list', type.path] })
      await navigate({ to: '/$path/$id', params: { path: type.path, id: String(id) }, ignoreBlocker: true })
    },
  })
  const problems = listOpenProblems(create.error, create.variables, values)
  return (
    <form
      ref={form}
      className="record"
      // The service checks the values, so that its words are the same everywhere.
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!stopAtUnfinished(event.currentTarget)) create.mutate(values)
      }}
    >
      <title>{messages.create(type.label)}</title>
      <LeaveGuard isChanged={isChanged} onLeave={dropKept} />
      <RecordHead
        title={messages.create(type.label)}
        word={create.isPending ? messages.saving : ''}
        mayWrite
        isSaving={create.isPending}
        isSavable
        onDiscard={null}
      />
      {type.fixed && <p className="notice">{messages.fixedOnceSaved}</p>}
      {restoredFrom !== null && isChanged && (
        <Restored
          keptAt={restoredFrom}
          onDiscard={() => {
            setValues(start)
            setRestoredFrom(null)
          }}
        />
      )}
      {create.error && <RefusalNotice {...{ error: create.error, problems, fields: type.fields, values }} />}
      {/* Nobody writes into a form that is about to become the page of the record. */}
      <div inert={create.isPending}>
        <Form
          type={type}
          values={values}
          onChange={(name, value) => setValues((all) => ({ ...all, [name]: value }))}
          refused={readRefusals(problems)}
          isReadOnly={false}
          body={null}
        />
      </div>
    </form>
  )
}
