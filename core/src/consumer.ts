/** Disposición 954/2025: so soon whoever regrets or unsubscribes gets her number, by the way she wrote. */
export const CONSUMER_ANSWER_HOURS = 24
