-- The received and refunded amounts by account have a new name in the stored daily reports.
update closed_day set report = replace(report, '"came":', '"accounts":') where report is not null;
update reopened_day set report = replace(report, '"came":', '"accounts":') where report is not null;
