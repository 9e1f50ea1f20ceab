import type { ReactNode } from 'react'
import { Button, Dialog, DialogTrigger, Heading, Modal, ModalOverlay } from 'react-aria-components'

interface DialogButtonProps {
  readonly label: string
  readonly children: (close: () => void) => ReactNode
  readonly className?: string
}

/** A button that opens a dialog of the same name. */
export const DialogButton = ({ label, children, className = '' }: DialogButtonProps) => (
  <DialogTrigger>
    <Button className={className}>{label}</Button>
    <ModalOverlay className="overlay">
      <Modal>
        <Dialog>
          {({ close }) => (
            <>
              <Heading slot="title">{label}</Heading>
              {children(close)}
            </>
          )}
        </Dialog>
      </Modal>
    </ModalOverlay>
  </DialogTrigger>
)
