import type { ReactNode } from 'react'
import { Button, Dialog, DialogTrigger, Heading, Modal, ModalOverlay } from 'react-aria-components'
import { messages } from '../language/language.ts'

interface ConfirmProps {
  readonly label: string
  readonly question: string
  /** What people should know before they answer. */
  readonly about?: ReactNode
  readonly onConfirm: () => void
}

/** A button that asks before it acts. */
export const ConfirmButton = ({ label, question, about, onConfirm }: ConfirmProps) => (
  <DialogTrigger>
    <Button className="danger">{label}</Button>
    <ModalOverlay className="overlay" isDismissable>
      <Modal>
        <Dialog role="alertdialog">
          {({ close }) => (
            <>
              <Heading slot="title">{question}</Heading>
              {about}
              <div className="buttons">
                <Button autoFocus onPress={close}>
                  {messages.back}
                </Button>
                <Button
                  className="danger"
                  onPress={() => {
                    close()
                    onConfirm()
                  }}
                >
                  {label}
                </Button>
              </div>
            </>
          )}
        </Dialog>
      </Modal>
    </ModalOverlay>
  </DialogTrigger>
)
