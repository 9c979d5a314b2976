import { ACCESS_LEGEND, AUTHORITY_LEGEND } from '@hola/core/agreement/legends.ts'
import { brand } from '@hola/core/brand.ts'
import { AGE_MAX_YEARS, AGE_MIN_YEARS } from '@hola/core/identifiers/age.ts'
import { WITHDRAWAL_BUSINESS_DAYS } from '@hola/core/loan/withdrawal.ts'
import { TEXTS_VERSION, type PolicyTexts } from './policy-text.ts'

const { name, legalEntity, cuit, address, registryNumber, support } = brand
const contact = `${support.email}, WhatsApp ${support.whatsapp} or phone ${support.phone}, Monday to Friday from ${support.hours.fromHour} to ${support.hours.toHour} h`
const identity = `${legalEntity}, CUIT ${cuit}, of ${address}, number ${registryNumber} in the central bank's register of other non-financial credit providers`

/** A courtesy to those who read English better. The legends stay as the law words them. */
export const textsEn: PolicyTexts = {
  privacy: {
    version: TEXTS_VERSION,
    sections: [
      {
        title: '1. Who is responsible for your data',
        blocks: [
          `${identity} ("${name}") is responsible for the databases that hold what you tell us. For any question or request about your data write to ${contact}.`,
        ],
      },
      {
        title: '2. What we ask for, and why',
        blocks: [
          'We ask only for what it takes to lend to you and to obey the law:',
          [
            'Your mobile or e-mail address: so that you log in with a code, and to tell you about your application and your loan. For 180 days we remember, in a form that nobody can read, from which browser and network you logged in: so nobody who knows your number can keep you out.',
            'First and last name, gender on the ID card, date of birth, DNI, CUIL and address: to know who you are, to assess your application and to write the contract.',
            'Education, work, income, marital status, purpose of the loan and other loans: to assess what you can pay without hardship.',
            'Two emergency contacts (relationship, name and mobile): only as a reference. We never contact them about a debt, nor tell them that you have a loan.',
            'The account that receives the money (CBU, CVU or alias) and its holder: to transfer it to you.',
            'Photographs of the front and back of your DNI and a selfie: to confirm that it is you, and to keep others from borrowing in your name.',
          ],
          'These data are needed to assess and grant the loan. Without them, or if they are not true, we cannot lend to you. There is no other consequence.',
        ],
      },
      {
        title: '3. Biometric data',
        blocks: [
          'Comparing your face with the photograph on the DNI uses biometric data. We treat them as sensitive: we ask for a separate permission before the photographs, use them only to verify your identity, and hand them to nobody. You may withdraw that permission; we then cannot verify your identity in this way.',
        ],
      },
      {
        title: '4. Data of the phone',
        blocks: [
          'Data of the device, approximate location, SMS notices of financial services, which finance apps of a fixed list you have, and how you use the app are optional. Each has its own permission, off at first, which you may withdraw at any time under Profile, My data. Refusing or withdrawing never changes the decision, the limit or the price. We never read the text of your messages, your list of contacts or your photographs.',
        ],
      },
      {
        title: '5. Where else we get data',
        blocks: [
          'We ask the debtors register of the Central Bank of Argentina, which is public. If it weighs in a refusal we tell you so, and how to have it corrected.',
        ],
      },
      {
        title: '6. Automatic decisions',
        blocks: [
          'The assessment is made by a system with written rules. We always tell you in plain words the reasons of a refusal and the date from which you may try again. You may ask for a person to review the result.',
        ],
      },
      {
        title: '7. Who receives data',
        blocks: [
          [
            'The bank or payment provider that transfers the loan and collects your payments, as far as each operation needs it.',
            'Whoever sends our messages with codes and notices.',
            'The central bank, the financial information unit and other authorities, when a rule obliges us.',
            'The debtors register, with the state of your loan, as the central bank demands.',
          ],
          'We do not sell your data nor hand them over for advertising. A provider that treats them abroad does so under a contract that demands protection equal to Argentine law.',
        ],
      },
      {
        title: '8. How long we keep them',
        blocks: [
          [
            'Data of your loan and identity: as long as the relation lasts, and then as long as the rules against money laundering and of commerce demand.',
            'Optional data of the phone: 90 days at most, or until you withdraw the permission.',
            'Applications that are not completed: until you ask us to erase them or a year passes without activity.',
          ],
        ],
      },
      {
        title: '9. How we protect them',
        blocks: [
          'Personal data and photographs are stored encrypted. Access by our staff is limited and recorded. Log-in codes are not stored in readable form. If an incident affects you, we tell you.',
        ],
      },
      {
        title: '10. Your rights',
        blocks: [
          'You may see your data, correct and update them and have them erased, under Profile, My data, or by the contacts above. We answer requests for access within 10 calendar days, and for correction, update or erasure within 5 business days. We cannot erase what a law obliges us to keep; we then tell you what it is and until when.',
          ACCESS_LEGEND,
          AUTHORITY_LEGEND,
        ],
      },
      {
        title: '11. Changes',
        blocks: [
          'If we change this policy we ask you to read and accept it again before you go on. The version that you accepted, with its date, is on record and you may ask for it.',
        ],
      },
    ],
  },

  terms: {
    version: TEXTS_VERSION,
    sections: [
      {
        title: '1. Who we are and what these terms are',
        blocks: [
          `${name} is a service of ${identity}. These terms govern the use of the app. Each loan has its own contract besides, which you read and sign apart; where they differ, the contract of the loan counts. Doubt is read in favour of the consumer (Ley 24.240, section 37).`,
        ],
      },
      {
        title: '2. Who may use the service',
        blocks: [
          `Persons from ${AGE_MIN_YEARS} to ${AGE_MAX_YEARS} years of age, with an Argentine DNI and an address in the country, acting for themselves. You must give true data and an account in your own name.`,
        ],
      },
      {
        title: '3. Your account',
        blocks: [
          'You log in with a code that we send to your mobile or e-mail. Do not share it: we never ask for it by phone, message or social network. If you lose your phone or believe that somebody got in, tell us and we close the open sessions.',
        ],
      },
      {
        title: '4. Asking for a loan',
        blocks: [
          'Asking costs nothing and does not oblige you to take it. We assess your application and tell you whether it is approved, with a limit and until when it holds, or if not, with the reasons. An approved limit does not oblige us to lend if the data change or are not true.',
        ],
      },
      {
        title: '5. Cost',
        blocks: [
          'Before you sign you see the amount, what you receive, the fee, the interest, the VAT, the total to repay, the due date, TNA, TEA and CFTEA. There are no other charges. Nothing is charged in advance: nobody in our name may ask you for a transfer to give you a loan.',
        ],
      },
      {
        title: '6. Electronic signature',
        blocks: [
          'The contract is signed with a box that you tick and a code that we send to your mobile or e-mail (electronic signature, Ley 25.506). We keep the evidence of the signature. You can read and download the contract before you sign it, and always afterwards.',
        ],
      },
      {
        title: '7. Withdrawing and unsubscribing',
        blocks: [
          `You may withdraw within ${WITHDRAWAL_BUSINESS_DAYS} business days of receiving the contract or of the money being available, whichever is later, at no cost, by returning the capital you received. Use "Withdraw from contract", which is on Home and needs no log-in. You may also cancel the service with "Cancel service"; that does not erase a debt that is owed.`,
        ],
      },
      {
        title: '8. Paying, paying early and paying late',
        blocks: [
          'You may pay by the means that the app shows, in part or in full, and before the due date too, without charge: interest runs only to the day you pay. If you pay late, the late charges of your contract are added; they have a ceiling and are not compounded. A due date that is not a business day moves to the next one at no cost.',
        ],
      },
      {
        title: '9. How we communicate',
        blocks: [
          'We write only to you, by the means that you gave us and at reasonable hours. We do not talk about your debt with relatives, neighbours, contacts or employers (Ley 24.240, section 8 bis).',
        ],
      },
      {
        title: '10. Correct use',
        blocks: [
          'Nobody may use the identity of another person, give false documents, or try to get into systems or data of others. We may then block the account and tell the authorities. If we block an account, we say how to ask for a review.',
        ],
      },
      {
        title: '11. Operation',
        blocks: [
          'We try to keep the service available at all times. If a failure of ours keeps you from paying in time, that delay costs nothing.',
        ],
      },
      {
        title: '12. Complaints, law and courts',
        blocks: [
          `You may complain to ${contact}. Also to the consumer protection office and, as a user of financial services, to the central bank. Argentine law applies, and the court is that of your address.`,
        ],
      },
      {
        title: '13. Changes',
        blocks: [
          'If we change these terms we ask you to read and accept them again. A change never alters a loan that is signed already.',
        ],
      },
    ],
  },

  contracts: {
    version: TEXTS_VERSION,
    sections: [
      {
        title: 'What is here',
        blocks: [
          `The texts that you join when you use ${name}, to read and keep without logging in. The contract of each loan can be read in full and downloaded as PDF before you sign it and at any time afterwards, in the detail of the loan.`,
        ],
      },
      {
        title: 'What every loan contract says',
        blocks: [
          'As Ley 24.240, section 36, demands, each contract tells:',
          [
            'Who lends and who receives, with their data.',
            'The amount of the loan and what you receive after the fee.',
            'The effective annual rate (TEA) and the total effective annual cost with VAT (CFTEA).',
            'All interest, VAT and fees.',
            'The system of repayment: a single payment at the due date, at a fixed rate.',
            'The number of payments, and the amount and date of each.',
            'The late charges and their ceiling, and that paying early costs nothing.',
            'That there is no insurance and no other product you must take.',
            'The right to withdraw, how to complain, and which court decides: that of your address.',
          ],
        ],
      },
      {
        title: 'Right to withdraw',
        blocks: [
          `You may revoke your acceptance of a loan within ${WITHDRAWAL_BUSINESS_DAYS} business days of receiving the contract or of the money being available, whichever is later, at no cost, by returning the capital received.`,
        ],
      },
    ],
  },

  about: {
    version: TEXTS_VERSION,
    sections: [
      {
        title: `${name} in a few words`,
        blocks: [
          'We lend small amounts, for a short time, to people who live in Argentina. All of it happens on the phone, and all of it is seen before signing: what you receive, what you pay, and when.',
        ],
      },
      {
        title: 'What we do, and what we do not',
        blocks: [
          [
            'We show the CFTEA larger than any other rate.',
            'We explain the reasons when we cannot lend.',
            'We charge nothing in advance.',
            'We talk about your debt with nobody but you.',
            'We do not use your messages, contacts or location to decide.',
          ],
        ],
      },
      { title: 'The company', blocks: [`${identity}.`, `You can talk to a person: ${contact}.`] },
    ],
  },
}
