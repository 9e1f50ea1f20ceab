import { useBlocker } from '@tanstack/react-router'
import { Button, Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components'
import { messages } from '../language/language.ts'

interface LeaveGuardProps {
  readonly isChanged: boolean
  /** Somebody leaves the page, and gives up the changes. A form that keeps nothing has nothing to do. */
  readonly onLeave?: () => void
}

/** Asks before somebody leaves a page with changes that the service has not taken. */
export const LeaveGuard = ({ isChanged, onLeave }: LeaveGuardProps) => {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: () => isChanged,
    enableBeforeUnload: () => isChanged,
    withResolver: true,
  })
  const leave = (): void => {
    onLeave?.()
    proceed?.()
  }
  return (
    <ModalOverlay className="overlay" isOpen={status === 'blocked'}>
      <Modal>
        <Dialog role="alertdialog">
          <Heading slot="title">{messages.leave}</Heading>
          <div className="buttons">
            <Button autoFocus onPress={() => reset?.()}>
              {messages.stay}
            </Button>
            <Button className="danger" onPress={leave}>
              {messages.leaveAnyway}
            </Button>
          </div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}
