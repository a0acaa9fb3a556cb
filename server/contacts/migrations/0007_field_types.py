"""More types of custom fields; the narrow side table of custom values, which nothing read any more, is gone."""

from django.db import migrations, models

TYPES = [
    ("text", "Text"),
    ("longText", "Long Text"),
    ("number", "Number"),
    ("date", "Date"),
    ("dateTime", "Date Time"),
    ("dropdown", "Dropdown"),
    ("multiChoice", "Multi Choice"),
    ("checkbox", "Checkbox"),
    ("url", "Url"),
    ("phone", "Phone"),
    ("email", "Email"),
]


class Migration(migrations.Migration):
    dependencies = [("contacts", "0006_testers")]

    operations = [
        migrations.DeleteModel(name="ContactSlots"),
        migrations.RemoveConstraint(model_name="customfield", name="field_slot"),
        migrations.RemoveField(model_name="customfield", name="slot"),
        migrations.AlterField(
            model_name="customfield", name="type", field=models.CharField(choices=TYPES, max_length=12)
        ),
    ]
