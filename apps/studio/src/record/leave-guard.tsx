import { useBlocker } from '@tanstack/react-router'
import { Button, Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components'
import { messages } from '../language/language.ts'

/** Asks before somebody leaves a page with changes that the service has not taken. */
export const LeaveGuard = ({ isChanged }: { readonly isChanged: boolean }) => {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: () => isChanged,
    enableBeforeUnload: () => isChanged,
    withResolver: true,
  })
  return (
    <ModalOverlay className="overlay" isOpen={status === 'blocked'}>
      <Modal>
        <Dialog role="alertdialog">
          <Heading slot="title">{messages.leave}</Heading>
          <div className="buttons">
            <Button autoFocus onPress={() => reset?.()}>
              {messages.stay}
            </Button>
            <Button className="danger" onPress={() => proceed?.()}>
              {messages.leaveAnyway}
            </Button>
          </div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}
