-- The company can change the texts of six emails. The labels of pages and all other emails have fixed texts.
delete from wording where key not in ('mail.booked_subject', 'mail.booked_text', 'mail.booking_confirm',
  'mail.booking_confirm_link', 'mail.booking_link', 'mail.booking_not_you', 'mail.booking_subject', 'mail.booking_text',
  'mail.confirmed_subject', 'mail.enquiry_link', 'mail.enquiry_subject', 'mail.enquiry_text', 'mail.hold_subject',
  'mail.hold_text', 'mail.pay_link', 'mail.quotation_link', 'mail.quotation_revised', 'mail.quotation_subject',
  'mail.quotation_text', 'mail.reminder_late', 'mail.reminder_subject', 'mail.reminder_text');
