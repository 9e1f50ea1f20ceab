import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Button } from 'react-aria-components'
import type { Body, BulkResult } from '../api/client.ts'
import { readAction, type ContentType } from '../api/model.ts'
import { actOnMany, MOST_AT_ONCE } from '../api/records.ts'
import { writeTitle } from '../fields/show-value.ts'
import { messages, writeNumber } from '../language/language.ts'
import { ConfirmButton } from '../forms/confirm.tsx'
import { ErrorNotice } from '../shell/notice.tsx'
import { listShared } from './shared-actions.ts'

const labelAction = (type: ContentType, action: string): string => {
  const { operation, move } = readAction(type, action)
  if (move !== null) return messages.moveTo(move.label)
  return operation?.label ?? (action === 'restore' ? messages.restore : messages.remove)
}

/** The actions that ask before they act. */
const ASKING: Readonly<Record<string, readonly [label: string, question: (count: string) => string]>> = {
  delete: [messages.remove, messages.removeMany],
  purge: [messages.purge, messages.purgeMany],
}

/** What each record has become: those that were refused have a reason. */
const Results = ({
  type,
  rows,
  results,
}: {
  type: ContentType
  rows: readonly Body[]
  results: readonly BulkResult[]
}) => {
  const refused = results.filter(({ code }) => code !== null)
  const find = (id: string | number) => rows.find((row) => String(row.id) === String(id))
  return (
    <div className="notice" role="status">
      {messages.done(writeNumber(results.length - refused.length))}
      <ul>
        {refused.map(({ id, code }) => {
          const row = find(id)
          return (
            <li key={id}>
              {row ? writeTitle(row, type) : id}: {code}
            </li>
          )
        })}
      </ul>
    </div>
  )
}

interface SelectionProps {
  readonly type: ContentType
  readonly rows: readonly Body[]
  readonly onEnd: () => void
}

/** C20.4: acts on the chosen records, each for itself. */
export const Selection = ({ type, rows, onEnd }: SelectionProps) => {
  const queries = useQueryClient()
  const acting = useMutation({
    mutationFn: async (action: string) => {
      const ids = rows.map(({ id }) => id).slice(0, MOST_AT_ONCE)
      return { rows, results: await actOnMany(type, ids, action) }
    },
    onSuccess: async () => {
      onEnd()
      await queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'model' })
    },
  })
  return (
    <>
      {acting.data && <Results type={type} {...acting.data} />}
      {acting.error && <ErrorNotice error={acting.error} />}
      {rows.length > 0 && (
        <div className="selection" role="group" aria-label={messages.chosen(writeNumber(rows.length))}>
          <span>{messages.chosen(writeNumber(rows.length))}</span>
          {listShared(type, rows).map((action) => {
            const [label, ask] = ASKING[action] ?? []
            return label !== undefined && ask !== undefined ? (
              <ConfirmButton
                key={action}
                label={label}
                question={ask(writeNumber(rows.length))}
                onConfirm={() => acting.mutate(action)}
              />
            ) : (
              <Button key={action} isDisabled={acting.isPending} onPress={() => acting.mutate(action)}>
                {labelAction(type, action)}
              </Button>
            )
          })}
          <Button className="quiet" onPress={onEnd}>
            {messages.chooseNone}
          </Button>
        </div>
      )}
    </>
  )
}
