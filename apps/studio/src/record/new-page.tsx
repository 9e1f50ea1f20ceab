import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import type { ContentType } from '../api/model.ts'
import { createRecord } from '../api/records.ts'
import { messages } from '../language/language.ts'
import { ErrorNotice } from '../shell/notice.tsx'
import { usePerson } from '../shell/use-person.ts'
import { dropDraft } from '../drafts/drafts.ts'
import { useKeptDraft } from '../drafts/use-kept-draft.ts'
import { findChanges, startValues, type Values } from './changes.ts'
import { readRefusals } from '../forms/refusals.ts'
import { noteCreation } from './creation-word.ts'
import { Form } from './form.tsx'
import { LeaveGuard } from './leave-guard.tsx'
import { RecordHead } from './record-head.tsx'
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
  const person = usePerson()
  const isChanged = Object.keys(given).length > 0
  useKeptDraft({
    path: type.path,
    id: 'new',
    isReady: true,
    draft: isChanged ? { base: null, changes: given } : null,
    onFound: ({ changes }) => setValues((all) => ({ ...changes, ...findChanges(start, all) })),
  })
  const create = useMutation({
    mutationFn: () => createRecord(type, given),
    onSuccess: async ({ id }) => {
      if (person !== null) await dropDraft({ person, path: type.path, id: 'new' })
      noteCreation(queries, [type.path, String(id)])
      await queries.invalidateQueries({ queryKey: ['list', type.path] })
      await navigate({ to: '/$path/$id', params: { path: type.path, id: String(id) }, ignoreBlocker: true })
    },
  })
  return (
    <form
      ref={form}
      className="record"
      // The service checks the values, so that its words are the same everywhere.
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        create.mutate()
      }}
    >
      <title>{messages.create(type.label)}</title>
      <LeaveGuard isChanged={isChanged} />
      <RecordHead
        title={messages.create(type.label)}
        word={create.isPending ? messages.saving : ''}
        mayWrite
        isSaving={create.isPending}
        isSavable
        onDiscard={null}
      />
      {create.error && <ErrorNotice error={create.error} />}
      {/* Nobody writes into a form that is about to become the page of the record. */}
      <div inert={create.isPending}>
        <Form
          type={type}
          values={values}
          onChange={(name, value) => setValues((all) => ({ ...all, [name]: value }))}
          refused={readRefusals(create.error)}
          isReadOnly={false}
          body={null}
        />
      </div>
    </form>
  )
}
