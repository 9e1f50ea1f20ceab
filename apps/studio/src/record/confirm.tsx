import { Button, Dialog, DialogTrigger, Heading, Modal, ModalOverlay } from 'react-aria-components'
import { messages } from '../language/language.ts'

interface ConfirmProps {
  readonly label: string
  readonly question: string
  readonly onConfirm: () => void
}

/** A button that asks before it acts. */
export const ConfirmButton = ({ label, question, onConfirm }: ConfirmProps) => (
  <DialogTrigger>
    <Button className="danger">{label}</Button>
    <ModalOverlay className="overlay" isDismissable>
      <Modal>
        <Dialog role="alertdialog">
          {({ close }) => (
            <>
              <Heading slot="title">{question}</Heading>
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
