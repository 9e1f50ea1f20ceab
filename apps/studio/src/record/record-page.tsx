import { useRef } from 'react'
import { isOutage } from '../api/connection.ts'
import type { ContentType } from '../api/model.ts'
import { hasCode } from '../api/records.ts'
import { writeTitle } from '../fields/show-value.ts'
import { stopAtUnfinished } from '../fields/unfinished.ts'
import { messages, writeTime } from '../language/language.ts'
import { NotFound } from '../shell/not-found.tsx'
import { ErrorNotice } from '../shell/notice.tsx'
import { useResend } from '../drafts/use-resend.ts'
import { Conflicts } from './conflicts.tsx'
import { RefusalNotice } from '../forms/refusal-notice.tsx'
import { useCreation } from './creation.ts'
import { readRefusals } from '../forms/refusals.ts'
import { Form } from './form.tsx'
import { LeaveGuard } from './leave-guard.tsx'
import { RecordHead } from './record-head.tsx'
import { RecordActions } from '../actions/record-actions.tsx'
import { useSaveKey } from './use-save-key.ts'
import { Related } from './related.tsx'
import { Restored } from './restored.tsx'
import { Revisions } from '../revisions/revisions.tsx'
import { useActions } from '../actions/use-actions.ts'
import { useIsPart } from './use-is-part.ts'
import { useRecord } from './use-record.ts'
import { useRest } from '../actions/use-rest.ts'

/** A record: its fields, and what the caller may do to it. */
export const RecordPage = ({ type, id }: { readonly type: ContentType; readonly id: string }) => {
  const { read, draft, values, problems, isChanged, change, choose, discard, dropKept, save, renew } =
    useRecord(type, id)
  const form = useRef<HTMLFormElement>(null)
  useSaveKey(form)
  const isPart = useIsPart(type)
  const actions = useActions(renew)
  const heading = useRef<HTMLHeadingElement>(null)
  const tellCreation = (): void => {
    actions.note(messages.saved)
    heading.current?.focus()
  }
  useCreation([type.path, id], draft === null ? null : tellCreation)
  const isResting = useRest(actions.isRunning || save.isPending)
  const gate = { isClosed: isResting || isChanged, reason: isChanged ? messages.saveFirst : null }
  const send = (): void => {
    if (draft === null) return
    actions.note('')
    save.mutate(draft, { onSuccess: (answer) => answer && actions.note(messages.saved) })
  }
  useResend(save.error, send)
  if (read.error && !isOutage(read.error)) {
    return hasCode(read.error, 'NOT_FOUND') ? (
      <NotFound />
    ) : (
      <ErrorNotice error={read.error} onRetry={() => void read.refetch()} />
    )
  }
  if (draft === null || values === null) return <p role="status">{messages.loading}</p>
  const { body } = draft.base
  const title = type.single ? type.label : writeTitle(body, type)
  const mayWrite = body.actions?.includes('update') === true
  return (
    <>
      <form
        ref={form}
        className="record"
        // The service checks the values, so that its words are the same everywhere.
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (stopAtUnfinished(event.currentTarget)) return
          if (isChanged && draft.conflicts.length === 0) send()
        }}
      >
        <title>{title}</title>
        <LeaveGuard isChanged={isChanged} onLeave={dropKept} />
        <RecordHead
          title={title}
          heading={heading}
          word={save.isPending ? messages.saving : isChanged ? messages.unsaved : actions.done}
          mayWrite={mayWrite}
          isSaving={save.isPending}
          isSavable={isChanged && draft.conflicts.length === 0}
          onDiscard={isChanged ? discard : null}
        />
        {type.fixed && <p className="notice">{messages.fixed}</p>}
        {type.trash === true && typeof body['deletedAt'] === 'string' && (
          <p className="notice">{messages.inTrash(writeTime(body['deletedAt']))}</p>
        )}
        {save.error && <RefusalNotice {...{ error: save.error, problems, fields: type.fields, values }} />}
        {draft.conflicts.length > 0 && (
          <Conflicts type={type} conflicts={draft.conflicts} onChoose={choose} />
        )}
        {draft.restoredFrom !== null && isChanged && (
          <Restored keptAt={draft.restoredFrom} onDiscard={discard} />
        )}
        {draft.wasMerged && draft.conflicts.length === 0 && <p className="notice">{messages.merged}</p>}
        <RecordActions {...{ type, id, actions, gate }} record={draft.base} />
        <Form
          type={type}
          values={values}
          onChange={(name, value) => {
            actions.note('')
            change(name, value)
          }}
          refused={readRefusals(problems)}
          isReadOnly={!mayWrite}
          body={body}
          isPart={isPart}
        />
        {body.actions?.includes('restoreRevision') && <Revisions {...{ type, id, body, actions, gate }} />}
      </form>
      {!type.single && <Related type={type} id={id} />}
    </>
  )
}
