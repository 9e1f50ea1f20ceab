import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Button } from 'react-aria-components'
import { readAction, type ContentType } from '../api/model.ts'
import { changeRecord, deleteRecord, runOperation, type Loaded } from '../api/records.ts'
import { writeTitle } from '../fields/show-value.ts'
import { messages } from '../language/language.ts'
import { PERSON_TYPE } from '../people/person-type.ts'
import { ErrorNotice } from '../shell/notice.tsx'
import { usePerson } from '../shell/use-person.ts'
import { ConfirmButton } from './confirm.tsx'
import { Linked } from './linked.tsx'
import { OperationButton } from './operation-dialog.tsx'
import { Schedule } from './schedule.tsx'

interface ActionsProps {
  readonly type: ContentType
  readonly id: string
  readonly record: Loaded
  /** Reads the record again. */
  readonly renew: () => Promise<void>
}

/** C20.4: what the caller may do now, as the service says it. */
export const RecordActions = ({ type, id, record, renew }: ActionsProps) => {
  const navigate = useNavigate()
  const person = usePerson()
  const { body, etag } = record
  const actions = body.actions ?? []
  const move = useMutation({
    mutationFn: (change: object) => changeRecord(type, id, { body: change, etag }),
    onSettled: renew,
  })
  const remove = useMutation({
    mutationFn: () => deleteRecord(type, id),
    onSuccess: async () => {
      // Whose account is gone has no session any more.
      if (type.name === PERSON_TYPE && id === person) return location.assign('/studio')
      await renew()
      return navigate({ to: '/$path', params: { path: type.path }, search: {} })
    },
  })
  const operations = type.operations.filter(({ name }) => actions.includes(name))
  // The button that deletes moves a record into its trash, too.
  const moves = actions.flatMap((action) => {
    const { move: found } = readAction(type, action)
    return found === null || found.state === type.trash ? [] : [found]
  })
  const error = move.error ?? remove.error
  return (
    <div className="record-actions" role="group" aria-label={messages.actions}>
      {error && <ErrorNotice error={error} />}
      {operations.map((operation) => (
        <OperationButton
          key={operation.name}
          operation={operation}
          run={async (input) => {
            await runOperation(type, id, { operation: operation.name, body: input })
            await renew()
          }}
        />
      ))}
      {moves.map(({ field, state, label }) => (
        <Button key={state} isDisabled={move.isPending} onPress={() => move.mutate({ [field]: state })}>
          {messages.moveTo(label)}
        </Button>
      ))}
      <Schedule type={type} id={id} body={body} renew={renew} />
      {actions.includes('delete') && (
        <ConfirmButton
          label={messages.remove}
          question={(type.trash === null ? messages.removeQuestion : messages.trashQuestion)(
            writeTitle(body, type),
          )}
          about={<Linked type={type} id={id} />}
          onConfirm={() => remove.mutate()}
        />
      )}
    </div>
  )
}
