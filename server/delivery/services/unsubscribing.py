"""Unsubscribing by page or API, for any kind of token. A test email changes nothing."""

from server.contacts.selectors import preferences
from server.contacts.selectors.preferences import TopicChoice
from server.contacts.services import preferences as wishes
from server.contacts.services.history import ConsentProof
from server.contacts.states import ContactState
from server.delivery.models import Recipient
from server.delivery.services import subscriptions
from server.delivery.services.subscribers import Subscriber
from server.delivery.states import SuppressionReason


def unsubscribe(who: Subscriber, proof: ConsentProof) -> None:
    if who.mailing is not None:
        subscriptions.unsubscribe(
            mailing_id=who.mailing.pk,
            position=who.position,
            ip=proof.ip,
            user_agent=proof.user_agent,
            page=proof.page,
            reason=proof.reason,
            words=proof.words,
        )
    elif who.contact is not None:
        subscriptions.unsubscribe_contact(team_id=who.team.pk, contact_id=who.contact.pk, email=who.email, proof=proof)


def unsubscribe_from_topic(who: Subscriber, choice: TopicChoice) -> None:
    """Raises NotFound for a token that doesn't represent a contact."""
    contact = who.own()
    wanted = preferences.get_preferences(team_id=who.team.pk, contact_id=contact.pk)
    kept = [one.topic.pk for one in wanted.topics if one.taken and one.topic.pk != choice.topic.pk]
    wishes.set_preferences(team_id=who.team.pk, contact_id=contact.pk, topic_ids=kept)


def report_spam(who: Subscriber, proof: ConsentProof) -> None:
    if who.is_tester:
        return
    recipient = None
    if who.mailing is not None:
        recipient = Recipient.objects.filter(mailing_id=who.mailing.pk, position=who.position).first()
    subscriptions.record_complaint(
        team_id=who.team.pk,
        email=who.email,
        recipient=recipient,
        contact_id=who.contact.pk if who.contact else None,
        proof=proof,
    )


def is_unsubscribed(who: Subscriber) -> bool:
    gets_mail = (ContactState.SUBSCRIBED, ContactState.WAITING)
    if who.contact is not None and who.reads_as_contact and who.contact.state not in gets_mail:
        return True
    return subscriptions.is_suppressed(team_id=who.team.pk, email=who.email)


def has_complained(who: Subscriber) -> bool:
    if who.contact is not None and who.reads_as_contact and who.contact.state == ContactState.COMPLAINED:
        return True
    return subscriptions.is_suppressed(team_id=who.team.pk, email=who.email, reason=SuppressionReason.COMPLAINT)
