"""Teams (API name: companies), their members and custom roles."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q

from server.accounts.models import EMAIL_LENGTH, User
from server.core.ids import uuid7
from server.core.teamscope import TeamManager
from server.teams.lengths import WEBSITE_LENGTH

DEFAULT_TIMEZONE = "(GMT+07:00) Asia/Jakarta"  # TEAM-57: the offset is at characters 4 to 10


class MultiLogin(models.TextChoices):
    ALLOW = "allow"
    ASK = "ask"
    DENY = "deny"


class Team(models.Model):
    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    slug = models.SlugField(max_length=63, unique=True)
    name = models.CharField(max_length=200, blank=True)
    vendor = models.CharField(max_length=20, default="mt")
    image = models.CharField(max_length=500, blank=True)
    logo = models.CharField(max_length=500, blank=True)
    favicon = models.CharField(max_length=500, blank=True)
    timezone = models.CharField(max_length=60, default=DEFAULT_TIMEZONE)
    language = models.CharField(max_length=5, default="en")
    country = models.CharField(max_length=2, blank=True)
    city = models.CharField(max_length=100, blank=True)
    industry = models.CharField(max_length=60, blank=True)
    website = models.CharField(max_length=WEBSITE_LENGTH, blank=True)
    address = models.TextField(blank=True)
    zipcode = models.CharField(max_length=20, blank=True)
    phone = models.CharField(max_length=32, blank=True)
    email = models.CharField(max_length=EMAIL_LENGTH, blank=True)
    # The number of contacts that the team states, as a range such as 501-2500; empty until then.
    contact_size = models.CharField(max_length=12, blank=True, default="")
    auto_link_utm = models.BooleanField(default=False)
    multi_login = models.CharField(max_length=5, choices=MultiLogin, default=MultiLogin.ALLOW)
    enable_2fa = models.BooleanField(default=False)
    show_presence = models.BooleanField(default=True)
    suspended_at = models.DateTimeField(null=True)
    locked_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField()

    def __str__(self) -> str:
        return self.name or self.slug


class Role(models.Model):
    """A custom role: a chosen set of permissions (TEAM-73)."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="roles")
    name = models.CharField(max_length=60)
    permissions = ArrayField(models.CharField(max_length=60), default=list)

    objects = TeamManager()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["team", "name"], name="role_name")]


class MemberRole(models.TextChoices):
    ADMIN = "admin"
    MEMBER = "member"
    CUSTOM = "custom"


class Member(models.Model):
    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="members")
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="memberships")
    role = models.CharField(max_length=6, choices=MemberRole, default=MemberRole.MEMBER)
    custom_role = models.ForeignKey(Role, null=True, on_delete=models.PROTECT)
    is_default = models.BooleanField(default=False)
    is_owner = models.BooleanField(default=False)
    active = models.BooleanField(default=True)
    invited_at = models.DateTimeField(null=True)
    joined_at = models.DateTimeField(null=True)

    objects = TeamManager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["team", "user"], name="member_once"),
            models.UniqueConstraint(fields=["user"], condition=Q(is_default=True), name="member_default_once"),
            models.CheckConstraint(
                condition=Q(role="custom", custom_role__isnull=False) | ~Q(role="custom") & Q(custom_role__isnull=True),
                name="member_custom_role",
            ),
        ]
