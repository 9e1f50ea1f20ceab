import { useEffect, useState } from 'react'

/** After an answer, the next button can lie where the second click of a double click still falls. */
const REST_MS = 500

/** Whether something runs, or has ended only a moment ago. */
export const useRest = (isRunning: boolean): boolean => {
  const [isOver, setOver] = useState(!isRunning)
  if (isRunning && isOver) setOver(false)
  useEffect(() => {
    const timer = setTimeout(() => setOver(!isRunning), REST_MS)
    return () => clearTimeout(timer)
  }, [isRunning])
  return isRunning || !isOver
}
