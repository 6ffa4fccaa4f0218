-- Stored names use the words of the glossary: actions and subjects of the audit log, permissions and kinds of email. Names
-- of jobs and daily tasks stay, because the other process of a rolling upgrade still runs them.
update audit set action = case action
  when 'cancelling taken back' then 'cancellation undone'
  when 'guest written to' then 'guest emailed'
  when 'stay arranged' then 'stay changed'
  when 'stay booked in' then 'stay booked by staff'
  when 'guest arrived' then 'guest checked in'
  when 'guest left' then 'guest checked out'
  when 'guest did not come' then 'no-show recorded'
  when 'desk undone' then 'desk operation undone'
  when 'note written' then 'note added'
  when 'unit seen' then 'unit condition changed'
  when 'register taken along' then 'register exported'
  when 'paper copied' then 'document copy added'
  when 'paper copy seen' then 'document copy viewed'
  when 'paper copy removed' then 'document copy removed'
  when 'charge taken back' then 'charge voided'
  when 'payment taken' then 'payment recorded'
  when 'payment taken back' then 'payment voided'
  when 'money given back' then 'payment refunded'
  when 'payment set aside' then 'payment put under review'
  when 'payment not taken' then 'payment rejected'
  when 'refund asked' then 'refund requested'
  when 'settlement read' then 'settlement imported'
  when 'invoice addressed' then 'invoice buyer changed'
  when 'invoices taken along' then 'invoices exported'
  when 'customer payment taken' then 'customer payment recorded'
  when 'receivables taken along' then 'receivables exported'
  when 'quotation begun' then 'quotation created'
  when 'quotation written' then 'quotation changed'
  when 'quotation sent again' then 'quotation resent'
  when 'quotation settled' then 'quotation closed'
  when 'quotations taken along' then 'quotations exported'
  when 'conversation moved' then 'conversation status changed'
  when 'conversation note written' then 'conversation note added'
  when 'mail put aside' then 'email quarantined'
  when 'extras ordered' then 'extras reordered'
  when 'rooms ordered' then 'rooms reordered'
  when 'calendar address given' then 'calendar address created'
  when 'calendar address ended' then 'calendar address revoked'
  when 'calendar clash' then 'calendar conflict'
  when 'calendar clash over' then 'calendar conflict ended'
  when 'calendar clash settled' then 'calendar conflict resolved'
  when 'facilities ordered' then 'facilities reordered'
  when 'rates undone' then 'rate change undone'
  when 'house policy chosen' then 'default policy changed'
  when 'slides ordered' then 'slides reordered'
  when 'products ordered' then 'products reordered'
  when 'passages ordered' then 'passages reordered'
  when 'post taken down' then 'post unpublished'
  when 'post preview opened' then 'post preview created'
  when 'post previews ended' then 'post previews disabled'
  when 'sign-in refused' then 'sign-in failed'
  when 'password refused' then 'password rejected'
  when 'account opened' then 'account created'
  when 'second factor shown' then 'second factor confirmed'
  when 'second factor refused' then 'second factor rejected'
  when 'code app added' then 'authenticator added'
  when 'code app removed' then 'authenticator removed'
  when 'place prepared' then 'invitation created'
  when 'place taken' then 'invitation accepted'
  when 'reset sent' then 'password reset sent'
  when 'letters withheld' then 'email withheld'
  when 'letter sent again' then 'email resent'
  when 'letter left unsent' then 'email dismissed'
  when 'letter came back' then 'email bounced'
  when 'letter complained of' then 'email marked as spam'
  when 'test letter sent' then 'test email sent'
  when 'webhook secret exchanged' then 'webhook secret replaced'
  when 'webhook told again' then 'webhook events resent'
end where action in (
  'cancelling taken back',
  'guest written to',
  'stay arranged',
  'stay booked in',
  'guest arrived',
  'guest left',
  'guest did not come',
  'desk undone',
  'note written',
  'unit seen',
  'register taken along',
  'paper copied',
  'paper copy seen',
  'paper copy removed',
  'charge taken back',
  'payment taken',
  'payment taken back',
  'money given back',
  'payment set aside',
  'payment not taken',
  'refund asked',
  'settlement read',
  'invoice addressed',
  'invoices taken along',
  'customer payment taken',
  'receivables taken along',
  'quotation begun',
  'quotation written',
  'quotation sent again',
  'quotation settled',
  'quotations taken along',
  'conversation moved',
  'conversation note written',
  'mail put aside',
  'extras ordered',
  'rooms ordered',
  'calendar address given',
  'calendar address ended',
  'calendar clash',
  'calendar clash over',
  'calendar clash settled',
  'facilities ordered',
  'rates undone',
  'house policy chosen',
  'slides ordered',
  'products ordered',
  'passages ordered',
  'post taken down',
  'post preview opened',
  'post previews ended',
  'sign-in refused',
  'password refused',
  'account opened',
  'second factor shown',
  'second factor refused',
  'code app added',
  'code app removed',
  'place prepared',
  'place taken',
  'reset sent',
  'letters withheld',
  'letter sent again',
  'letter left unsent',
  'letter came back',
  'letter complained of',
  'test letter sent',
  'webhook secret exchanged',
  'webhook told again'
);
update audit set subject = 'email ' || substr(subject, 8) where subject like 'letter %';
update audit set changes = replace(changes, '"morning_letter"', '"morning_email"') where action = 'settings changed';
update staff_role set grants = replace(grants, '"look after letters"', '"manage emails"');
update desk_operation set action = case action
  when 'guest arrived' then 'guest checked in'
  when 'guest left' then 'guest checked out'
  when 'guest did not come' then 'no-show recorded'
  when 'cancelling taken back' then 'cancellation undone'
  when 'stay arranged' then 'stay changed'
end where action in ('guest arrived', 'guest left', 'guest did not come', 'cancelling taken back', 'stay arranged');
update mail set kind = case kind
  when 'stay_stands_again' then 'stay_reinstated'
  when 'stay_expected_again' then 'stay_no_show_undone'
  when 'stay_written' then 'stay_message'
  when 'payment_checked' then 'payment_in_review'
  when 'payment_asked' then 'payment_link'
  when 'payment_given_back' then 'payment_refunded'
  when 'account_opened' then 'account_created'
  when 'account_reset' then 'account_password_reset'
  when 'staff_place' then 'staff_invitation'
  when 'staff_factor' then 'staff_second_factor'
  when 'company_payment_to_see' then 'company_payment_review'
  when 'house_morning' then 'staff_morning_report'
  when 'house_emergency' then 'staff_emergency_sheet'
  when 'house_webhook' then 'staff_webhook_paused'
  when 'house_test' then 'staff_test'
end where kind in (
  'stay_stands_again', 'stay_expected_again', 'stay_written', 'payment_checked', 'payment_asked',
  'payment_given_back', 'account_opened', 'account_reset', 'staff_place', 'staff_factor', 'company_payment_to_see',
  'house_morning', 'house_emergency', 'house_webhook', 'house_test'
);
