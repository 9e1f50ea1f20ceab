export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
}

/** Port: sends mail. */
export interface Mailer {
  /** Whether there is any way to send mail. */
  readonly isReady: boolean
  send(mail: Mail): Promise<void>
}
