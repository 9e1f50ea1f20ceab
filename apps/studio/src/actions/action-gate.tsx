import { useId, type ReactNode } from 'react'
import { ButtonContext } from 'react-aria-components'

/** Whether people can act on the record now. */
export interface Gate {
  readonly isClosed: boolean
  /** Why people have to do something else first; null if they only have to wait. */
  readonly reason: string | null
}

/**
 * The buttons inside do nothing while the gate is closed. They stay in their places, and keep the focus, which disabled
 * buttons would lose. Dialogs that they open are not behind the gate.
 */
export const ActionGate = ({ isClosed, reason, children }: Gate & { readonly children: ReactNode }) => {
  const id = useId()
  return (
    <ButtonContext value={{ isPending: isClosed, ...(reason !== null && { 'aria-describedby': id }) }}>
      {children}
      {reason !== null && (
        <span id={id} hidden>
          {reason}
        </span>
      )}
    </ButtonContext>
  )
}
