import { useNavigate } from '@tanstack/react-router'
import { Button } from 'react-aria-components'
import { readAction, type ContentType } from '../api/model.ts'
import { changeRecord, deleteRecord, hasCode, runOperation, type Loaded } from '../api/records.ts'
import { writeTitle } from '../fields/show-value.ts'
import { messages } from '../language/language.ts'
import { PERSON_TYPE } from '../people/person-type.ts'
import { ErrorNotice } from '../shell/notice.tsx'
import { usePerson } from '../shell/use-person.ts'
import { ActionGate, type Gate } from './action-gate.tsx'
import { ConfirmButton } from '../forms/confirm.tsx'
import { Linked } from './linked.tsx'
import { OperationButton } from './operation-dialog.tsx'
import { Schedule } from './schedule.tsx'
import { TrashActions } from './trash-actions.tsx'
import type { Actions } from './use-actions.ts'

interface ActionsProps {
  readonly type: ContentType
  readonly id: string
  readonly record: Loaded
  readonly actions: Actions
  readonly gate: Gate
}

/** The page has read the record again: it shows what others have changed. */
const ActionError = ({ error }: { readonly error: unknown }) =>
  hasCode(error, 'PRECONDITION_FAILED') ? (
    <p className="notice wrong" role="alert">
      {messages.changedMeanwhile}
    </p>
  ) : (
    <ErrorNotice error={error} />
  )

/** The moves of the record that its caller may make now. The button that deletes moves it into its trash. */
const listMoves = (type: ContentType, { body }: Loaded) =>
  (body.actions ?? []).flatMap((action) => {
    const { move } = readAction(type, action)
    return move === null || move.state === type.trash ? [] : [move]
  })

/** Leads to the list of the other records. */
const useLeave = ({ type, id }: Pick<ActionsProps, 'type' | 'id'>) => {
  const navigate = useNavigate()
  const person = usePerson()
  return (): void => {
    // Whose account is gone has no session any more.
    if (type.name === PERSON_TYPE && id === person) return location.assign('/studio')
    void navigate({ to: '/$path', params: { path: type.path }, search: {} })
  }
}

/** C20.4: what the caller may do now, as the service says it. */
export const RecordActions = ({ type, id, record, actions, gate }: ActionsProps) => {
  const { body, etag } = record
  const allowed = body.actions ?? []
  const leave = useLeave({ type, id })
  const remove = async (): Promise<void> => {
    await deleteRecord(type, id)
    leave()
  }
  const operations = type.operations.filter(({ name }) => allowed.includes(name))
  return (
    <>
      <div
        className="record-actions"
        role="group"
        aria-label={messages.actions}
        title={gate.reason ?? undefined}
      >
        <ActionGate {...gate}>
          {operations.map((operation) => (
            <OperationButton
              key={operation.name}
              type={type}
              operation={operation}
              actions={actions}
              send={(input) => runOperation(type, id, { operation: operation.name, body: input })}
            />
          ))}
          {listMoves(type, record).map(({ field, state, label }) => (
            <Button
              key={state}
              onPress={() =>
                actions.start({
                  send: () => changeRecord(type, id, { body: { [field]: state }, etag }),
                  done: messages.moved(label),
                })
              }
            >
              {messages.moveTo(label)}
            </Button>
          ))}
          <Schedule type={type} id={id} body={body} actions={actions} />
          <TrashActions {...{ type, id, record, actions }} onGone={leave} />
          {allowed.includes('delete') && (
            <ConfirmButton
              label={messages.remove}
              question={(type.trash === null ? messages.removeQuestion : messages.trashQuestion)(
                writeTitle(body, type),
              )}
              about={<Linked type={type} id={id} />}
              onConfirm={() => actions.start({ send: remove, done: '' })}
            />
          )}
        </ActionGate>
      </div>
      {actions.error !== null && <ActionError error={actions.error} />}
    </>
  )
}
