import type { Body } from '../api/client.ts'
import { readAction, type ContentType } from '../api/model.ts'

/** The actions of the service without an input. */
const SIMPLE: readonly string[] = ['delete', 'restore', 'purge']

/** The actions without an input that the caller may perform on each of the records. */
export const listShared = (type: ContentType, rows: readonly Body[]): readonly string[] => {
  const [first, ...others] = rows
  return (first?.actions ?? []).filter((action) => {
    const { operation, move } = readAction(type, action)
    const isSimple = SIMPLE.includes(action) || operation?.input.length === 0 || move !== null
    const isDelete = move !== null && move.state === type.trash
    return isSimple && !isDelete && others.every(({ actions }) => actions?.includes(action))
  })
}
